const max = 60

/** A name from somebody else's records as ours keep it: one line of what can be seen, which no spreadsheet takes for a formula. */
export const tidyName = (said: string): string =>
  [
    ...said
      .toWellFormed()
      .normalize('NFC')
      .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
      .replace(/\s+/g, ' ')
      .replace(/^[\s=+@-]+/, '')
      .trim(),
  ]
    .slice(0, max)
    .join('')
    .trim()
