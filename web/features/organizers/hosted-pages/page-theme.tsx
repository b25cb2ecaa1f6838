import type { CSSProperties, ReactNode } from 'react'
import { pageColours } from '#modules/organizers/hosted-pages/rules/colours.ts'

/** Draws what is inside in a page's colours; text on them is computed, so any colour is readable (pages-4). */
export function PageTheme({
  primary,
  secondary,
  children,
}: {
  readonly primary: string
  readonly secondary: string
  readonly children: ReactNode
}) {
  const colours = pageColours(primary, secondary)
  const style = {
    '--page-brand': colours.primary,
    '--page-on-brand': colours.onPrimary,
    '--page-band': colours.secondary,
    '--page-on-band': colours.onSecondary,
    '--page-link-light': colours.linkLight,
    '--page-link-dark': colours.linkDark,
  } as CSSProperties
  return (
    <div className="hosted-page" style={style}>
      {children}
    </div>
  )
}
