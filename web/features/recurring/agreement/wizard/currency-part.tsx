import { useText } from '../../../../lib/text.tsx'
import { Select } from '../../../../ui/field.tsx'
import type { PlanForm } from './plan-form.ts'

/** Currency of a programme's donations. Another one shows the amounts it proposes, and the fundraisers it can support. */
export function CurrencyPart({
  planForm,
  currencies,
}: {
  readonly planForm: PlanForm
  readonly currencies: readonly string[]
}) {
  const t = useText()
  return (
    <div className="wizard-currency">
      <input type="hidden" name="amountCurrency" value={planForm.currency} />
      {planForm.total ? (
        // The sum at which the plan ends is an amount of this currency.
        <input type="hidden" name="currency" value={planForm.currency} />
      ) : (
        <>
          <Select
            id="currency"
            label={t('wizard.currency')}
            defaultValue={planForm.currency}
            onChange={(event) => {
              event.target.form?.requestSubmit(event.target.form.querySelector<HTMLButtonElement>('[data-again]'))
            }}
          >
            {currencies.map((currency) => (
              <option key={currency}>{currency}</option>
            ))}
          </Select>
          <button className="button button-quiet script-hidden" data-again>
            {t('wizard.update')}
          </button>
        </>
      )}
    </div>
  )
}
