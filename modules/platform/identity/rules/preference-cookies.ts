import type { Properties } from './properties.ts'

export type PreferenceChanges = { readonly [P in keyof Properties]?: Properties[P] | null | undefined }

/**
 * Returns the cookies that carry an account's preferences to pages, for the named ones: a value to store, or null to
 * delete it. They contain no name and no id; a visitor without an account has the same ones.
 */
export function preferenceCookies(of: PreferenceChanges): Record<string, string | null> {
  return {
    ...(of.language === undefined ? {} : { lang: of.language }),
    ...(of.theme === undefined ? {} : { theme: of.theme }),
    ...(of.preferredCurrency === undefined ? {} : { currency: of.preferredCurrency }),
    ...(of.reducedMotion === undefined ? {} : { motion: of.reducedMotion ? 'reduced' : null }),
  }
}
