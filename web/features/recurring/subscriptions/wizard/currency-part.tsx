import { useText } from '#web/lib/text.tsx'
import { Select } from '#web/ui/field.tsx'
import type { PlanForm } from './plan-form.ts'

/** The currency of a programme's donations. Changing it changes the proposed amounts and the available fundraisers. */
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
        // The plan's total is in this currency, so it can't change.
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
