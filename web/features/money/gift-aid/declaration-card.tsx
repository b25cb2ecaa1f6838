import { PageForm } from '#web/kit/page-form.tsx'
import { useLocale, useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextInput } from '#web/ui/field.tsx'
import { charityName, dayText, type Declaration } from './overview.ts'

type Props = {
  readonly declaration: Declaration
  /** Today in the United Kingdom, in ISO 8601. */
  readonly today: string
  /** The posted day, if the form has an error. */
  readonly typed: string | undefined
  readonly error: string | undefined
}

/** A declaration for more than one donation, with the form that ends it. */
export function DeclarationCard({ declaration, today, typed, error }: Props) {
  const t = useText()
  const locale = useLocale()
  const { id, charity, source, declaredOn, coversFrom, coversUntil } = declaration
  const from = dayText(coversFrom ?? declaredOn, locale)
  const first = coversFrom && coversFrom > today ? coversFrom : today
  return (
    <li className="card card-in stack">
      <h3>
        <bdi>{charityName(charity, locale)}</bdi>
      </h3>
      <p>
        {coversUntil === null
          ? t('gift-aid.covers', { day: from })
          : t('gift-aid.covered-until', { from, until: dayText(coversUntil, locale) })}
      </p>
      <p className="quiet small">
        {t(source === 'paper' ? 'gift-aid.on-paper' : 'gift-aid.declared', { day: dayText(declaredOn, locale) })}
      </p>
      {coversUntil === null ? (
        <details open={error !== undefined || undefined}>
          <summary>{t('gift-aid.end')}</summary>
          <PageForm className="stack gift-aid-end" noValidate>
            <input type="hidden" name="intent" value="end" />
            <input type="hidden" name="id" value={id} />
            <TextInput
              id={`from-${id}`}
              name="from"
              type="date"
              label={t('gift-aid.end-from')}
              min={first}
              defaultValue={(error === undefined ? undefined : typed) ?? first}
              error={error}
            />
            <div>
              <Button look="quiet">{t('gift-aid.end-button')}</Button>
            </div>
          </PageForm>
        </details>
      ) : null}
    </li>
  )
}
