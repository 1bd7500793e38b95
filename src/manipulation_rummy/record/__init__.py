"""Records of whole games: kept move by move, written as text, read and replayed."""

from manipulation_rummy.record.records import GameRecord, RedactedRecord

__all__ = ["GameRecord", "RedactedRecord"]
