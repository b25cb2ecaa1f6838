import type { Money } from '#shared/money.ts'
import { useText } from '#web/lib/text.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import type { AddressData } from '#web/features/platform/addresses/address-data.ts'
import type { CheckoutData } from '#web/features/money/giving/state/checkout-state.ts'
import { chosenLevelOf } from '#web/features/money/giving/state/checkout-amounts.ts'
import { controlsOf, type FormProps } from '#web/features/money/giving/form-controls.ts'
import {
  AmountChoice,
  LevelChoice,
  QuantityChoice,
  ZakatChoice,
} from '#web/features/money/giving/form/donation-parts.tsx'
import { useMoneyText } from '#web/features/money/giving/form/money-text.ts'
import { LevelExtras } from '#web/features/money/giving/form/level-extras.tsx'
import { isFullyZakatWhenCovered, ZakatNotes } from '#web/features/money/giving/form/zakat-notes.tsx'
import { SectionFields } from '#web/features/money/giving/form/section-fields.tsx'
import { TaxBlock } from '#web/features/money/giving/form/tax-block.tsx'
import { shouldKeepEncryptedFields, type Line } from './item-form.ts'

type Props = FormProps & {
  readonly checkoutData: CheckoutData
  readonly gift: Money
  readonly addressData: AddressData
  readonly line: Line | undefined
}

/** The fields of one line: level, amount and quantity, zakat, taxes, and the level's own fields (content-19). */
export function ItemFields({ checkoutData, gift, addressData, line, ...props }: Props) {
  const t = useText()
  const show = useMoneyText()
  const { form } = props
  const part = { form, checkoutData, set: props.set, errorOf: props.errorOf }
  const level = chosenLevelOf(form, checkoutData)
  return (
    <>
      <LevelChoice {...part} />
      {level?.description ? (
        <p className="quiet small" dir="auto">
          {level.description}
        </p>
      ) : null}
      <AmountChoice {...part} />
      <QuantityChoice {...part} />
      {level?.shares && !form.isZakat ? null : (
        <ZakatChoice
          {...part}
          maximizeHint={
            isFullyZakatWhenCovered(checkoutData)
              ? t('item.maximize-hint', { gift: show(gift) })
              : t('give.maximize-hint-own-fee')
          }
          // The eligible part depends on the other lines, which share the fee, so only the basket shows it.
          notes={form.isZakat ? <ZakatNotes fees={form.maximizeZakat ? null : checkoutData.zakatFees} /> : null}
        />
      )}
      <TaxBlock {...props} checkoutData={checkoutData} addressData={addressData} />
      <LevelExtras
        {...props}
        level={level}
        addressData={addressData}
        encryptedHint={shouldKeepEncryptedFields(form, line) ? t('item.encrypted') : undefined}
      />
      <SectionFields {...props} />
      <Checkbox {...controlsOf(props).box('receiveUpdates')} label={t('give.updates')} />
    </>
  )
}
