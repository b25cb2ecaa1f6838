import { localDateIn, formatDay } from '#shared/calendar.ts'
import type { Scope } from '#shared/api-keys/scopes.ts'
import type { Locale } from '#shared/text.ts'
import { expiryDays, rotationHours } from '#shared/api-keys/choices.ts'
import { choice, choices, hidden, text, unlimited, type ValuesOf } from '#web/kit/fields.ts'
import type { MessageKey } from '#web/lib/text.tsx'
import { agoText } from './when.ts'

/** The forms of a page with API keys, whose keys can have these scopes. */
export const apiKeyForms = <const Name extends Scope>(scopes: readonly Name[]) => ({
  create: {
    name: text(60),
    scopes: choices(scopes),
    addresses: unlimited(4000),
    expiresInDays: choice(expiryDays.map(String), '90'),
  },
  rotate: { id: hidden, overlapHours: choice(rotationHours.map(String), '24') },
  revoke: { id: hidden },
})
type ApiKeyForms = ReturnType<typeof apiKeyForms>

/** Converts the posted settings of a new key for the API. */
export const toApiKeyDraft = (values: ValuesOf<ApiKeyForms['create']>) => ({
  ...values,
  addresses: values.addresses.split(/[\s,]+/).slice(0, 100),
  expiresInDays: expiryDays.find((days) => String(days) === values.expiresInDays) ?? 90,
})

/** Converts a posted overlap in hours. */
export const toOverlapHours = (posted: string) => rotationHours.find((hours) => String(hours) === posted) ?? 24

/** What each scope allows. */
export const scopeTexts: Readonly<Record<Scope, MessageKey>> = {
  'donations:read': 'api-keys.scope-donations',
  'donors:read': 'api-keys.scope-donors',
  'plans:read': 'api-keys.scope-plans',
  'payouts:read': 'api-keys.scope-payouts',
  'pages:read': 'api-keys.scope-pages',
  'figures:read': 'api-keys.scope-figures',
  'offline-donations:read': 'api-keys.scope-offline',
  'offline-donations:write': 'api-keys.scope-offline-write',
  'webhooks:write': 'api-keys.scope-webhooks',
  'own-donations:read': 'api-keys.scope-own-donations',
  'own-plans:read': 'api-keys.scope-own-plans',
  'own-receipts:read': 'api-keys.scope-own-receipts',
}

type Listed = {
  readonly id: string
  readonly name: string
  readonly ending: string
  readonly scopes: readonly string[]
  readonly addresses: readonly string[]
  readonly createdAt: string
  readonly expiresAt: string | null
  readonly lastUsedAt: string | null
  readonly formerValidUntil: string | null
}

/** Formats keys in the loader, so that server and browser show the same dates (UTC). */
export function toApiKeyRows(keys: readonly Listed[], now: Date, locale: Locale) {
  const day = (instant: string) => formatDay(localDateIn('UTC', new Date(instant)), locale)
  return keys.map(({ createdAt, expiresAt, lastUsedAt, formerValidUntil, ...key }) => ({
    ...key,
    created: day(createdAt),
    expires: expiresAt && day(expiresAt),
    isExpired: expiresAt !== null && new Date(expiresAt) <= now,
    used: lastUsedAt && agoText(new Date(lastUsedAt), now, locale),
    overlap: formerValidUntil && day(formerValidUntil),
  }))
}
export type ApiKeyRow = ReturnType<typeof toApiKeyRows>[number]
