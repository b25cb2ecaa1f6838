import { useState } from 'react'
import type { AddressDraft } from '#modules/platform/addresses/rules/address.ts'
import { fromWire } from '#modules/platform/addresses/rules/wire.ts'
import { AddressChoice } from '#web/features/platform/addresses/address-choice.tsx'
import type { AddressData } from '#web/features/platform/addresses/address-data.ts'
import { addressGroup } from '#web/features/money/receipts/tax-addresses/tax-address.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import type { FormError } from '#web/ui/error-summary.tsx'
import type { GiftAidOverview } from './overview.ts'

type Props = {
  readonly details: GiftAidOverview['details']
  readonly addressData: AddressData
  /** The posted address, if it has errors. */
  readonly typed: AddressDraft | undefined
  readonly wrong: readonly FormError[]
}

/** The name and home address that later claims use. */
export function DetailsForm({ details, addressData, typed, wrong }: Props) {
  const t = useText()
  const [address, setAddress] = useState<AddressDraft>(() => typed ?? fromWire(details ?? undefined) ?? {})
  return (
    <section className="stack" aria-labelledby="details">
      <h2 id="details">{t('gift-aid.details')}</h2>
      <p className="quiet">{t('gift-aid.details-lead')}</p>
      <PageForm className="stack" noValidate>
        <input type="hidden" name="intent" value="details" />
        <AddressChoice
          addressData={addressData}
          group={addressGroup}
          kind="tax"
          startsWithPostcode
          address={address}
          onChange={setAddress}
          errorOf={(id) => wrong.find((error) => error.id === id)?.text}
          onBlur={() => undefined}
        />
        <div>
          <Button>{t('gift-aid.details-save')}</Button>
        </div>
      </PageForm>
    </section>
  )
}
