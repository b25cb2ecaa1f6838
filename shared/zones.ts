import { dateTimeFormat } from './formats.ts'
import type { Locale } from './text.ts'

/** For countries with several time zones, the one with most inhabitants; the runtime has those of other countries. */
const main: Readonly<Record<string, string>> = {
  US: 'America/New_York',
  CA: 'America/Toronto',
  AU: 'Australia/Sydney',
  BR: 'America/Sao_Paulo',
  MX: 'America/Mexico_City',
  RU: 'Europe/Moscow',
  ID: 'Asia/Jakarta',
  KZ: 'Asia/Almaty',
  UZ: 'Asia/Tashkent',
  MY: 'Asia/Kuala_Lumpur',
  NZ: 'Pacific/Auckland',
  ES: 'Europe/Madrid',
  PT: 'Europe/Lisbon',
  DE: 'Europe/Berlin',
  UA: 'Europe/Kyiv',
  CN: 'Asia/Shanghai',
  CL: 'America/Santiago',
  AR: 'America/Argentina/Buenos_Aires',
  CD: 'Africa/Kinshasa',
  PS: 'Asia/Gaza',
  CY: 'Asia/Nicosia',
  XK: 'Europe/Belgrade',
}

/** The most likely time zone in a country, until the browser reports its own; UTC if unknown. */
export function zoneOfCountry(country: string | undefined): string {
  if (country === undefined || !/^[A-Z]{2}$/.test(country)) return 'UTC'
  const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & { getTimeZones?(): string[] | undefined }
  return main[country] ?? locale.getTimeZones?.()?.[0] ?? 'UTC'
}

/**
 * Returns the place of a time zone as text: "New York" in English; in Arabic its country, or its city if the country has
 * several zones. Browsers lack some of the Arabic names. "UTC" stays.
 */
export function zonePlace(zone: string, locale: Locale): string {
  if (locale === 'en' || !zone.includes('/')) return zoneCity(zone)
  const parts = dateTimeFormat(locale, { timeZone: zone, timeZoneName: 'shortGeneric' }).formatToParts(0)
  return parts.find(({ type }) => type === 'timeZoneName')?.value.replace(/^توقيت /, '') ?? zone
}

/** Returns all time zones of `Intl`. */
export const allZones = (): string[] => ['UTC', ...Intl.supportedValuesOf('timeZone')]

/** Returns the display name of a time zone: "New York" for America/New_York; "UTC" stays. */
export const zoneCity = (zone: string): string => zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
