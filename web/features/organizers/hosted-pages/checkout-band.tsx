import stylesheet from './hosted-page.css?url'
import { useLocale } from '#web/lib/text.tsx'
import type { HostedLook } from './hosted-page-frame.tsx'
import { PageBand } from './page-band.tsx'

/**
 * Logo and name of the charity above its page's checkout, in the page's colours. Contains no links, so that nothing
 * leads away from the checkout.
 */
export function CheckoutBand({ name, nameAr, logo, logoAlt }: HostedLook) {
  const locale = useLocale()
  return (
    <>
      <link rel="stylesheet" href={stylesheet} precedence="default" />
      <PageBand name={(locale === 'ar' && nameAr) || name} href={null} logo={logo} logoAlt={logoAlt} links={[]} />
    </>
  )
}
