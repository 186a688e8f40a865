"""What is wrong with a round: derived anew from the snapshot, not by the engine's code."""
