/**
 * A time zone in which it is about noon now. Plans aren't charged at night, but tests with the real clock run at any
 * hour.
 */
export function noonZone(now: Date = new Date()): string {
  const ahead = 12 - now.getUTCHours()
  // The signs of Etc/GMT names are inverted.
  return ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}
