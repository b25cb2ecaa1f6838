import type { Properties } from './preferences.ts'

export type PreferenceChanges = { readonly [P in keyof Properties]?: Properties[P] | null | undefined }

/**
 * Returns the cookies that carry the named preferences to pages: a value to store, or null to delete the cookie. They
 * contain no name and no id, and visitors without an account have the same ones.
 */
export function preferenceCookies(preferenceChanges: PreferenceChanges): Record<string, string | null> {
  return {
    ...(preferenceChanges.language === undefined ? {} : { lang: preferenceChanges.language }),
    ...(preferenceChanges.theme === undefined ? {} : { theme: preferenceChanges.theme }),
    ...(preferenceChanges.preferredCurrency === undefined ? {} : { currency: preferenceChanges.preferredCurrency }),
    ...(preferenceChanges.reducedMotion === undefined
      ? {}
      : { motion: preferenceChanges.reducedMotion ? 'reduced' : null }),
  }
}
