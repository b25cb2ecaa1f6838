/** Outward, then inward part; I, J, Z and the letters C I K M O V stand only where the Royal Mail puts them. Anchored as a whole, both alternatives. */
const shape = /^(?:(GIR)(0AA)|([A-PR-UWYZ](?:\d{1,2}|[A-HK-Y]\d|[A-HK-Y]\d\d|\d[A-HJKPS-UW]|[A-HK-Y]\d[ABEHMNPRV-Y]))(\d[ABD-HJLNP-UW-Z]{2}))$/

/** A British postcode the way HMRC wants it: capitals, one space. Undefined when it is none. */
export function formatPostcode(typed: string): string | undefined {
  const match = shape.exec(typed.toUpperCase().replace(/\s/g, ''))
  return match ? `${match[1] ?? match[3]} ${match[2] ?? match[4]}` : undefined
}
