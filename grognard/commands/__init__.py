"""The subcommands of ``grognard``, grouped by subject. No game is named here."""
