"""What is measured: `python -m benchmarks.solver`, `python -m benchmarks.moves`."""
