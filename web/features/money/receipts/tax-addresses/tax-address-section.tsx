import { type ReactNode, useEffect, useId, useState } from 'react'
import { api, ApiError } from '#web/lib/api.ts'
import { useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import type { FormError } from '#web/ui/error-summary.tsx'
import { useAddressData } from '#web/features/platform/addresses/use-address-data.ts'
import { TaxLead } from './donation-list.tsx'
import { TaxAddressForm } from './tax-address-form.tsx'
import {
  isRequested,
  taxAddressPayloadOf,
  type TaxAddress,
  taxAddressTitle,
  type TypedTaxAddress,
  taxAddressErrors,
} from './tax-address.ts'

/**
 * The address form on the thank-you page (receipts-15). Expanded if the donor asked for tax relief, collapsed if it is
 * only an offer, hidden if an address has no effect.
 */
export function TaxAddressSection({
  token,
  onAdded,
}: {
  readonly token: string
  /** Called when the payment's receipts are being replaced. */
  readonly onAdded: () => void
}) {
  const t = useText()
  const [view, setView] = useState<TaxAddress>()
  const [done, setDone] = useState<string>()
  const [isChanging, setChanging] = useState(false)
  const addressData = useAddressData()
  const [wrong, setWrong] = useState<readonly FormError[]>([])
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    let isGone = false
    api('GET /v4/tax-addresses', { token }).then(
      (found) => void (isGone || setView(found)),
      (error: unknown) => console.warn('what a tax address brings could not be read', error),
    )
    return () => {
      isGone = true
    }
  }, [token])

  async function send(typed: TypedTaxAddress) {
    if (!view) return
    setBusy(true)
    setWrong([])
    try {
      const saved = await api('POST /v4/tax-addresses', {
        token,
        ...taxAddressPayloadOf(typed, view.giftAidText?.version),
      })
      setDone(doneText(view, saved))
      setView(saved)
      setChanging(false)
      onAdded()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setWrong(taxAddressErrors(error))
      if (error.code === 'gift-aid-text-changed') setView(await api('GET /v4/tax-addresses', { token }))
    } finally {
      setBusy(false)
    }
  }

  if (!view || !addressData || view.donations.length === 0) return null
  if (view.stored && !isChanging)
    return (
      <Framed title={t('tax-address.title-stored')} isOpen>
        {done ? <p role="status">{t(done as 'tax-address.done')}</p> : null}
        <p>{t('tax-address.stored', { address: `\u2068${view.stored}\u2069` })}</p>
        <div>
          <Button look="quiet" type="button" onClick={() => setChanging(true)}>
            {t('tax-address.change')}
          </Button>
        </div>
      </Framed>
    )
  return (
    <Framed title={t(taxAddressTitle(view))} isOpen={isRequested(view) || isChanging}>
      <TaxAddressForm
        view={view}
        addressData={addressData}
        wrong={wrong}
        isBusy={isBusy}
        onSend={(typed) => void send(typed)}
      >
        <TaxLead view={view} />
      </TaxAddressForm>
    </Framed>
  )
}

function doneText(before: TaxAddress, after: TaxAddress): string {
  if (before.stored) return 'tax-address.done-changed'
  return before.reliefs.includes('gift-aid') && !after.reliefs.includes('gift-aid')
    ? 'tax-address.done-gift-aid'
    : 'tax-address.done'
}

/** A card; collapsible if it is only an offer. */
function Framed({
  title,
  isOpen,
  children,
}: {
  readonly title: string
  readonly isOpen: boolean
  readonly children: ReactNode
}) {
  const id = useId()
  if (!isOpen)
    return (
      <details className="card card-in checkout-more">
        <summary>{title}</summary>
        <div className="stack">{children}</div>
      </details>
    )
  return (
    <section className="card card-in stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}
