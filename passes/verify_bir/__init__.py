"""The rules that the backend's verifier has and operations do not check by themselves."""
