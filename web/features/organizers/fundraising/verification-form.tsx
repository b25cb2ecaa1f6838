import { verificationStates, type VerificationState } from '#modules/causes/organizations/rules/verification.ts'
import { formatDay, localDate, localDateIn } from '#shared/calendar.ts'
import { SecondPersonHint } from '#web/ui/second-person-hint.tsx'
import { useLocale, useText } from '#web/lib/text.tsx'
import { Select, TextInput } from '#web/ui/field.tsx'
import { Badge } from '#web/ui/small-parts.tsx'

/** In the wire format. */
export type ShownVerification = { readonly verification: VerificationState; readonly verifiedUntil: string | null }

export function VerificationBadge({ charity }: { readonly charity: ShownVerification }) {
  const t = useText()
  return charity.verification === 'verified' ? (
    <Badge look="brand">✓ {t('charities.state-verified')}</Badge>
  ) : (
    <Badge {...(charity.verification === 'expired' || charity.verification === 'rejected' ? { look: 'accent' } : {})}>
      {t(`charities.state-${charity.verification}`)}
    </Badge>
  )
}

type Props = {
  readonly charity: ShownVerification & { readonly timeZone: string }
  readonly proposal: { readonly state: VerificationState; readonly until: string } | null
  readonly typed: { readonly state: string; readonly until: string } | undefined
  readonly errors: Readonly<Record<string, string | undefined>>
}

/** A charity's verification, with the form to change it. */
export function VerificationForm({ charity, proposal, typed, errors }: Props) {
  const t = useText()
  const locale = useLocale()
  const { verification, verifiedUntil, timeZone } = charity
  const day = verifiedUntil === null ? undefined : localDateIn(timeZone, new Date(verifiedUntil))
  return (
    <section className="card card-in stack" aria-labelledby="verification">
      <h2 id="verification">{t('charities.verification')}</h2>
      <p className="quiet">{t('charities.verification-lead')}</p>
      <p>
        <VerificationBadge charity={charity} />{' '}
        {day && (verification === 'verified' || verification === 'expired')
          ? t(`charities.until-${verification}`, { date: `\u2068${formatDay(localDate(day), locale)}\u2069` })
          : null}
      </p>
      {proposal ? (
        <div className="notice stack">
          <p>
            {t('charities.proposed', {
              state: t(`charities.state-${proposal.state}`),
              until: proposal.until ? formatDay(localDate(proposal.until), locale) : t('charities.proposed-usual'),
            })}
          </p>
          <SecondPersonHint isAboutCharity />
        </div>
      ) : null}
      <form method="post" className="stack account-form" noValidate>
        <Select
          id="state"
          label={t('charities.state')}
          error={errors.state}
          defaultValue={typed?.state ?? proposal?.state ?? verification}
          required
        >
          {verificationStates.map((state) => (
            <option key={state} value={state}>
              {t(`charities.state-${state}`)}
            </option>
          ))}
        </Select>
        <TextInput
          id="until"
          type="date"
          label={t('charities.until')}
          hint={t('charities.until-hint')}
          defaultValue={typed?.until ?? proposal?.until}
          error={errors.until}
        />
        <p>
          <button className="button button-quiet" name="intent" value="verify">
            {t('charities.verify')}
          </button>
        </p>
      </form>
    </section>
  )
}
