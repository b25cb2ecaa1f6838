import type { Currency } from '#shared/money.ts'

/** Countries of the euro: 21 of the European Union, Bulgaria since 2026. */
const euro = new Set('AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'.split(' '))

const others: Readonly<Record<string, Currency>> = { GB: 'GBP', CA: 'CAD', AU: 'AUD' }

/**
 * Returns the default currency of a country (ISO 3166-1 alpha-2) among the few that most causes accept; dollars
 * elsewhere, and if the country is unknown.
 */
export function currencyOfCountry(country = ''): Currency {
  if (euro.has(country)) return 'EUR'
  return (Object.hasOwn(others, country) ? others[country] : undefined) ?? 'USD'
}
