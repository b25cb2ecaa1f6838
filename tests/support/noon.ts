/**
 * A time zone in which it is about noon now. Gifts of plans are not charged by night, and what charges them by the real
 * clock runs at any hour.
 */
export function noonZone(now: Date = new Date()): string {
  const ahead = 12 - now.getUTCHours()
  // The signs of these names are the other way round.
  return ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}
