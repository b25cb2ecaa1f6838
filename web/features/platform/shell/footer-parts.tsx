import type { InformationPageName } from '#shared/pages/information-pages.ts'
import { type Frame, useText } from '#web/lib/text.tsx'

/** The platform's name and description. */
export function FooterName({ frame }: { readonly frame: Frame }) {
  const t = useText()
  return (
    <div>
      <p className="site-footer-name">{frame.productName}</p>
      <p className="quiet">{t('shell.tagline')}</p>
      {frame.isProduction ? null : <p className="quiet">{t('shell.demo-notice')}</p>}
    </div>
  )
}

/** Links to information pages. */
export function FooterPages({ names }: { readonly names: readonly InformationPageName[] }) {
  const t = useText()
  return names.map((name) => (
    <a key={name} href={`/${name}`}>
      {t(`shell.page-${name}`)}
    </a>
  ))
}

/** The operator of the platform. */
export const FooterOperator = ({ frame: { operator } }: { readonly frame: Frame }) => (
  <p className="site-footer-operator quiet small">
    <bdi>{operator.name}</bdi>
    {operator.registration ? <bdi>{operator.registration}</bdi> : null}
    <a href={`mailto:${operator.contactEmail}`}>{operator.contactEmail}</a>
  </p>
)
