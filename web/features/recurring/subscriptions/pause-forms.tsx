import { PageForm } from '#web/kit/page-form.tsx'
import { useLocale, useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextInput } from '#web/ui/field.tsx'
import { formatPlanAmount, formatPlanDay, formatChargeParts, type Plan } from './plan-text.ts'

type FormProps = {
  readonly plan: Plan
  readonly fields: Readonly<Record<string, string>>
  /** Rejected values, as typed. */
  readonly typed: Readonly<Record<string, string>>
}

/** Form to pause until a date or indefinitely, or to resume. */
export function PauseForm({ plan, fields, typed }: FormProps) {
  const t = useText()
  return (
    <PageForm className="stack account-form" noValidate>
      <input type="hidden" name="version" value={plan.version} />
      {plan.state === 'active' ? (
        <>
          <p className="quiet">{t('managing.pause-text')}</p>
          <TextInput
            id="until"
            type="date"
            dir="ltr"
            label={t('managing.pause-until')}
            hint={t('managing.pause-hint')}
            error={fields.until}
            defaultValue={typed.until}
          />
          <Button type="submit" look="quiet" name="intent" value="pause">
            {t('managing.pause')}
          </Button>
        </>
      ) : (
        <>
          <p className="quiet">{t('managing.resume-text')}</p>
          <Button type="submit" name="intent" value="resume">
            {t('managing.resume')}
          </Button>
        </>
      )}
    </PageForm>
  )
}

/** Form to renew the agreement for another year. */
export function AgreeForm({ plan, mandate }: { readonly plan: Plan; readonly mandate: string }) {
  const t = useText()
  const locale = useLocale()
  const parts = formatChargeParts(t, locale, plan)
  return (
    <PageForm className="notice stack">
      <p className="strong">{t('managing.agree-title')}</p>
      <p>
        {t('managing.agree-text', {
          amount: formatPlanAmount(t, locale, plan),
          until: formatPlanDay(plan.consentUntil, locale),
        })}
      </p>
      {parts ? <p className="small">{parts}</p> : null}
      <blockquote className="small">{mandate}</blockquote>
      <div>
        <Button type="submit" name="intent" value="agree">
          {t('managing.agree')}
        </Button>
      </div>
    </PageForm>
  )
}

/** Cancels in two clicks: a confirmation first. */
export function CancelForm({ plan, isAsked }: { readonly plan: Plan; readonly isAsked: boolean }) {
  const t = useText()
  if (!isAsked)
    return (
      <div className="stack">
        <p className="quiet">{t('managing.end-text')}</p>
        <a className="button button-quiet" href={`/account/giving/${plan.id}?cancel=yes#cancel`}>
          {t('managing.end-open')}
        </a>
      </div>
    )
  return (
    <PageForm className="notice notice-problem stack">
      <p className="strong">{t('managing.end-question')}</p>
      <p>{t('managing.end-text')}</p>
      <input type="hidden" name="version" value={plan.version} />
      <div className="button-row">
        <a className="button button-quiet" href={`/account/giving/${plan.id}`}>
          {t('managing.end-no')}
        </a>
        <Button type="submit" look="danger" name="intent" value="cancel">
          {t('managing.end-yes')}
        </Button>
      </div>
    </PageForm>
  )
}
