import { isEmbeddedForm } from '#shared/pages/embedded-form.ts'

/**
 * Returns whether this page is the embedded form (security-17), which uses no cookies and stores data in its tab only.
 * Always false on the server.
 */
export const isEmbedded = (): boolean => typeof location !== 'undefined' && isEmbeddedForm(location.pathname)

/** Everything stored in localStorage (privacy-9): preferences and ids; no names, card data or tokens. */
export type Stored = {
  readonly userTaxDeductiblePreference: boolean
  readonly basket: string
  readonly userPreferredCurrency: string
  readonly savedCard: string
  readonly checkoutPreferences: {
    readonly anonymous: boolean
    readonly newsletter: boolean
    readonly tipChoice: string
  }
  readonly donationAmount: { readonly amount: string; readonly currency: string }
  readonly donationTip: { readonly amount: string; readonly currency: string }
  readonly donationPlan: string
  /** Whether single-key shortcuts are on in the staff area (WCAG 2.1.4). */
  readonly deskKeys: boolean
}

const version = 1
const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 200
const isAmount = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  /^\d{1,15}$/.test(String((value as { amount?: unknown }).amount)) &&
  /^[A-Z]{3}$/.test(String((value as { currency?: unknown }).currency))

const shapes: { readonly [Key in keyof Stored]: (value: unknown) => boolean } = {
  userTaxDeductiblePreference: (value) => typeof value === 'boolean',
  basket: isText,
  userPreferredCurrency: (value) => /^[A-Z]{3}$/.test(String(value)),
  savedCard: isText,
  checkoutPreferences: (value) => {
    if (typeof value !== 'object' || value === null) return false
    const { anonymous, newsletter, tipChoice } = value as Record<string, unknown>
    return typeof anonymous === 'boolean' && typeof newsletter === 'boolean' && isText(tipChoice)
  },
  donationAmount: isAmount,
  donationTip: isAmount,
  donationPlan: isText,
  deskKeys: (value) => typeof value === 'boolean',
}

/** Returns the stored value. Entries with another version or shape, or invalid JSON, count as missing. */
export function readStored<Key extends keyof Stored>(key: Key): Stored[Key] | undefined {
  if (isEmbedded()) return undefined
  try {
    const entry = JSON.parse(localStorage.getItem(key) ?? 'null') as { version?: unknown; value?: unknown } | null
    return entry?.version === version && shapes[key](entry.value) ? (entry.value as Stored[Key]) : undefined
  } catch {
    return undefined
  }
}

/** Stores a value, or deletes it if undefined. Ignores errors in browsers without storage. */
export function writeStored<Key extends keyof Stored>(key: Key, value: Stored[Key] | undefined): void {
  if (isEmbedded()) return
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify({ version, value }))
  } catch {
    // Storage is full or blocked: the page works without it.
  }
}

/** Stores some of the checkout preferences at once, so that they survive a reload. Others keep their value. */
export function storePreferences(chosen: Partial<Stored['checkoutPreferences']>): void {
  writeStored('checkoutPreferences', {
    anonymous: false,
    newsletter: false,
    tipChoice: '',
    ...readStored('checkoutPreferences'),
    ...chosen,
  })
}

/** Values that sessionStorage refused, kept until the page unloads. */
const tabFallback = new Map<string, string>()

/**
 * Stores a value for this tab, under a name that starts with `sunbul.`, or deletes it if undefined. If the browser
 * refuses, the value is kept until the page unloads.
 */
export function storeInTab(name: string, value: unknown): void {
  const text = JSON.stringify(value ?? null)
  try {
    if (value === undefined) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, text)
    tabFallback.delete(name)
  } catch {
    tabFallback.set(name, text)
  }
}

/** Returns the value stored for this tab. */
export function readFromTab<Value>(name: string): Value | undefined {
  try {
    return (JSON.parse(tabFallback.get(name) ?? sessionStorage.getItem(name) ?? 'null') as Value | null) ?? undefined
  } catch {
    return undefined
  }
}

/** Set at logout, so that the next page deletes personal values even if the page before was never hydrated. */
const loggedOutCookie = 'left'
/** A session cookie with the id of the visit, shared by all tabs. */
export const visitCookie = 'visit'

/** Headers of the logout response; later donations belong to a new visit. */
export const logoutHeaders: [string, string][] = [
  ['set-cookie', `${loggedOutCookie}=1; Path=/; Max-Age=600; SameSite=Lax`],
  ['set-cookie', `${visitCookie}=; Path=/; Max-Age=0; SameSite=Lax`],
]

/** Deletes everything stored in this browser and tab for the person who logged out (S2 §4). */
export function clearAfterLogout(): void {
  if (isEmbedded() || !document.cookie.split('; ').includes(`${loggedOutCookie}=1`)) return
  for (const key of Object.keys(shapes) as (keyof Stored)[]) writeStored(key, undefined)
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith('sunbul.')) sessionStorage.removeItem(key)
  } catch {
    // Storage is blocked, so nothing was stored.
  }
  document.cookie = `${loggedOutCookie}=; Path=/; Max-Age=0; SameSite=Lax`
}
