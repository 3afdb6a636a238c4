"""A program with one mistake, for the test of the types."""
import capucine

capucine.State("caprice", "two")
capucine.State("caprice", 2).legal()[0].upper()
