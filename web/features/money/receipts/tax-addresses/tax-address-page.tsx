import type { ReactNode } from 'react'
import { OwnerField } from '#web/kit/page-form.tsx'
import { useText } from '#web/lib/text.tsx'
import type { FormError } from '#web/ui/error-summary.tsx'
import type { AddressData } from '#web/features/platform/addresses/address-data.ts'
import { TaxLead } from './donation-list.tsx'
import { TaxAddressForm } from './tax-address-form.tsx'
import { type TaxAddress, taxAddressTitle, type TypedTaxAddress } from './tax-address.ts'

type Props = {
  /** Null if the link is invalid. */
  readonly loaded: { readonly view: TaxAddress; readonly addressData: AddressData } | null
  /** The submitted form and its result. */
  readonly sent:
    | { readonly typed: TypedTaxAddress; readonly wrong: readonly FormError[]; readonly isDone: boolean }
    | undefined
  /** Whether the page is inside the account's layout. */
  readonly isInAccount?: boolean
}

/** The page that takes the home address after a donation; works without JavaScript. */
export function TaxAddressPage({ loaded, sent, isInAccount = false }: Props) {
  const t = useText()
  const isEmpty = loaded !== null && loaded.view.donations.length === 0
  const page = (title: string, content: ReactNode) => (
    <div className={isInAccount ? 'stack address-form' : 'page narrow-page stack'}>
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <h1>{title}</h1>
      {content}
    </div>
  )
  if (!loaded) return page(t('tax-address.dead'), <p>{t('tax-address.dead-text')}</p>)
  const { view, addressData } = loaded
  if (isEmpty) return page(t('tax-address.nothing'), <p>{t('tax-address.nothing-text')}</p>)
  const done = sent?.isDone ? (
    <p className="notice" role="status">
      {t(sent.typed.giftAid ? 'tax-address.done-gift-aid' : 'tax-address.done')}
    </p>
  ) : null
  const stored = view.stored ? <p>{t('tax-address.stored', { address: `\u2068${view.stored}\u2069` })}</p> : null
  const isShown = !sent?.isDone && (view.canChange || !view.stored)
  return page(
    t(taxAddressTitle(view)),
    <>
      {done}
      {stored}
      {isShown ? (
        <TaxAddressForm view={view} addressData={addressData} typed={sent?.typed} wrong={sent?.wrong ?? []}>
          <TaxLead view={view} />
          {isInAccount ? <OwnerField /> : null}
        </TaxAddressForm>
      ) : null}
      {!isShown && !view.canChange ? <p className="quiet">{t('tax-address.change-in-account')}</p> : null}
    </>,
  )
}
