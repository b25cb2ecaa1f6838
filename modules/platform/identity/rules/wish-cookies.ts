import type { Properties } from './properties.ts'

export type Wishes = { readonly [P in keyof Properties]?: Properties[P] | null | undefined }

/**
 * The cookies by which pages are made as somebody wishes, for the wishes that are named: a value to keep, or null to
 * forget it. They hold no name and no id; a visitor without an account has the same ones.
 */
export function wishCookies(of: Wishes): Record<string, string | null> {
  return {
    ...(of.language === undefined ? {} : { lang: of.language }),
    ...(of.theme === undefined ? {} : { theme: of.theme }),
    ...(of.preferredCurrency === undefined ? {} : { currency: of.preferredCurrency }),
    ...(of.reducedMotion === undefined ? {} : { motion: of.reducedMotion ? 'reduced' : null }),
  }
}
