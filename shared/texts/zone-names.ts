import { getOrInsert } from '../collections.ts'
import { dayMs } from '../time.ts'
import { createDateTimeFormat } from '../formats.ts'
import { intlTag, type Locale } from '../text.ts'
import { allZones, zoneCity, zoneOfCountry } from '../zones.ts'

/** A time zone with its name in a language, as a select shows it. */
export type ZoneChoice = { readonly zone: string; readonly name: string }
type Named = ZoneChoice & { readonly offset: number }

/** How many zones are named before other work of the process gets its turn, because a name takes up to a millisecond. */
const batch = 10
/** The zones of a day by language, in the order of their offsets. */
const cached = new Map<string, Promise<readonly Named[]>>()

/**
 * Returns all time zones with their place, usual name and offset in a language: "London · United Kingdom Time
 * (UTC+01:00)". The zones of `country` are first, then all are in the order of their offsets at `now`. For code in Node,
 * because browsers lack some of the names. `also`: a zone that must be in the list.
 */
export async function zoneChoices(
  locale: Locale,
  { now, country, also }: { readonly now: Date; readonly country?: string | undefined; readonly also?: string },
): Promise<ZoneChoice[]> {
  const day = Math.floor(now.getTime() / dayMs)
  const key = `${locale} ${day}`
  if (!cached.has(key)) for (const old of cached.keys()) if (!old.endsWith(` ${day}`)) cached.delete(old)
  const zones = await getOrInsert(cached, key, () => namedZones(locale, now))
  const own = zonesOf(country)
  const more = also !== undefined && !zones.some(({ zone }) => zone === also) ? [named(also, locale, now)] : []
  const sorted = [...more, ...zones].toSorted((one, other) => one.offset - other.offset)
  return [...sorted.filter(({ zone }) => own.has(zone)), ...sorted.filter(({ zone }) => !own.has(zone))].map(
    ({ zone, name }) => ({ zone, name }),
  )
}

/** Returns the zones of a country, ISO 3166-1 alpha-2. */
function zonesOf(country: string | undefined): ReadonlySet<string> {
  if (country === undefined || !/^[A-Z]{2}$/.test(country)) return new Set()
  const region = new Intl.Locale(`und-${country}`) as Intl.Locale & { getTimeZones?(): string[] | undefined }
  return new Set([zoneOfCountry(country), ...(region.getTimeZones?.() ?? [])])
}

async function namedZones(locale: Locale, now: Date): Promise<readonly Named[]> {
  const zones: Named[] = []
  for (const [index, zone] of allZones().entries()) {
    if (index % batch === batch - 1) await new Promise((resolve) => setTimeout(resolve))
    zones.push(named(zone, locale, now))
  }
  return zones
}

function named(zone: string, locale: Locale, now: Date): Named {
  const offset = zoneText('en', zone, 'longOffset', now).replace(/^GMT/, '') || '+00:00'
  const [, sign, hours, minutes] = /^([+-])(\d{2}):(\d{2})$/.exec(offset) ?? [undefined, '+', '0', '0']
  const generic = zoneText(intlTag(locale), zone, 'longGeneric', now)
  const place = locale === 'en' ? zoneCity(zone) : placeOf(zoneText(intlTag(locale), zone, 'shortGeneric', now))
  const usual = place === placeOf(generic) ? place : `${place} · ${generic}`
  return {
    zone,
    name: zone.includes('/') ? `${usual} (\u2066UTC${offset}\u2069)` : zone,
    offset: (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)),
  }
}

/** Arabic names a place's time "توقيت …". */
const placeOf = (name: string): string => name.replace(/^توقيت /, '')

const zoneText = (tag: string, zone: string, timeZoneName: 'longGeneric' | 'shortGeneric' | 'longOffset', now: Date) =>
  createDateTimeFormat(tag, { timeZone: zone, timeZoneName })
    .formatToParts(now)
    .find(({ type }) => type === 'timeZoneName')?.value ?? zone
