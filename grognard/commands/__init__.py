"""The subcommands of ``grognard``, grouped by what they are about. No game is named here."""
