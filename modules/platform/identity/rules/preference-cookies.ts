import type { Properties } from './properties.ts'

export type PreferenceChanges = { readonly [P in keyof Properties]?: Properties[P] | null | undefined }

/**
 * Returns the cookies that carry an account's preferences to pages, for the named ones: a value to store, or null to
 * delete it. They contain no name and no id; a visitor without an account has the same ones.
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
