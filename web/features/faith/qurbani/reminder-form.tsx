import { formatDay, formatHijri, hijriYearText, localDateIn } from '#shared/calendar.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { TextInput } from '#web/ui/field.tsx'

/** When orders open next, with a form to request an email on that day. */
export function ReminderForm({
  year,
  nextOpening,
  isDone,
  typed,
  error,
}: {
  readonly year: number
  readonly nextOpening: { readonly at: string; readonly timeZone: string } | null
  readonly isDone: boolean
  readonly typed: string | undefined
  readonly error: string | undefined
}) {
  const t = useText()
  const locale = useLocale()
  const shownYear = `\u2068${hijriYearText(year, locale)}\u2069`
  const opensOn = nextOpening ? localDateIn(nextOpening.timeZone, new Date(nextOpening.at)) : undefined
  return (
    <section className="card card-in qurbani-closed stack" aria-labelledby="closed">
      <h2 id="closed">{t('qurbani.closed')}</h2>
      <p>
        {opensOn
          ? t('qurbani.closed-next', {
              year: shownYear,
              day: `\u2068${formatDay(opensOn, locale)}\u2069`,
              hijri: `\u2068${formatHijri(opensOn, locale)}\u2069`,
            })
          : t('qurbani.closed-unknown', { year: shownYear })}
      </p>
      {isDone ? (
        <div className="notice" role="status">
          <p className="strong">{t('qurbani.reminded')}</p>
          <p>{t('qurbani.reminded-text')}</p>
        </div>
      ) : (
        <form method="post" action="/v4/qurbani" className="stack qurbani-remind" noValidate>
          <p>{t('qurbani.remind-lead')}</p>
          <TextInput
            id="email"
            type="email"
            autoComplete="email"
            label={t('qurbani.email')}
            defaultValue={typed}
            error={error}
            maxLength={254}
            required
          />
          <p>
            <button className="button button-primary">{t('qurbani.remind')}</button>
          </p>
        </form>
      )}
    </section>
  )
}
