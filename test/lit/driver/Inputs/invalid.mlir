"func.return"() : () -> (
