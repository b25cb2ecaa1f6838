import type { CSSProperties } from 'react'
import { pageColours } from '#modules/organizers/hosted-pages/rules/colours.ts'

export type PageTheme = CSSProperties

/**
 * Returns a page's colours as the custom properties of `.hosted-page`. Text colours are calculated, so that any colour
 * is readable (pages-4).
 */
export function pageTheme(primary: string, secondary: string): PageTheme {
  const colours = pageColours(primary, secondary)
  return {
    '--page-brand': colours.primary,
    '--page-on-brand': colours.onPrimary,
    '--page-band': colours.secondary,
    '--page-on-band': colours.onSecondary,
    '--page-link-light': colours.linkLight,
    '--page-link-dark': colours.linkDark,
  } as CSSProperties
}
