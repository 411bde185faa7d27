"""The road to and from real `mlir-opt`: a form of the IR that it takes, our dialects as IRDL, and others' IRDL here."""
