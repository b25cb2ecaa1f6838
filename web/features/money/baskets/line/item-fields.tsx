import type { Money } from '#shared/money.ts'
import { useText } from '../../../../lib/text.tsx'
import { Checkbox } from '../../../../ui/field.tsx'
import type { AddressFacts } from '../../../platform/addresses/address-facts.ts'
import type { CheckoutFacts } from '../../giving/state/checkout-state.ts'
import { levelOf } from '../../giving/state/checkout-amounts.ts'
import { controlsOf, type FormProps } from '../../giving/form-controls.ts'
import { AmountChoice, LevelChoice, QuantityChoice, ZakatChoice } from '../../giving/form/gift-parts.tsx'
import { useMoneyText } from '../../giving/form/money-text.ts'
import { LevelExtras } from '../../giving/form/level-extras.tsx'
import { isMaximizedWhole, ZakatNotes } from '../../giving/form/zakat-notes.tsx'
import { SectionFields } from '../../giving/form/section-fields.tsx'
import { TaxBlock } from '../../giving/form/tax-block.tsx'
import { keepsEncryptedFields, type Line } from './item-form.ts'

type Props = FormProps & {
  readonly facts: CheckoutFacts
  readonly gift: Money
  readonly addressFacts: AddressFacts
  readonly line: Line | undefined
}

/** The fields of one line: level, amount and quantity, zakat, taxes, what the level asks for (content-19). */
export function ItemFields({ facts, gift, addressFacts, line, ...of }: Props) {
  const t = useText()
  const show = useMoneyText()
  const { form } = of
  const part = { form, facts, set: of.set, errorOf: of.errorOf }
  const level = levelOf(form, facts)
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
            isMaximizedWhole(facts) ? t('item.maximize-hint', { gift: show(gift) }) : t('give.maximize-hint-own-fee')
          }
          // What counts depends on the other lines, which share the fee: the basket says it.
          notes={form.isZakat ? <ZakatNotes fees={form.maximizeZakat ? null : facts.zakatFees} /> : null}
        />
      )}
      <TaxBlock {...of} facts={facts} addressFacts={addressFacts} />
      <LevelExtras
        {...of}
        level={level}
        addressFacts={addressFacts}
        encryptedHint={keepsEncryptedFields(form, line) ? t('item.encrypted') : undefined}
      />
      <SectionFields {...of} />
      <Checkbox {...controlsOf(of).box('receiveUpdates')} label={t('give.updates')} />
    </>
  )
}
