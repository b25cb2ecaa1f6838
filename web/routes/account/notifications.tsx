import { redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { redirectToLogin } from '#web/lib/login-urls.ts'
import { formOfOwner } from '#web/kit/form-of-owner.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { useText } from '#web/lib/text.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import type { Route } from './+types/notifications'

/** Mails about single events of a charity; an account gets them unless it turns them off (content-31). */
const teamMails = ['largeDonationMails', 'refundMails', 'disputeMails', 'lostPlanMails', 'fundraiserMails'] as const

export async function loader({ context }: Route.LoaderArgs) {
  const { api, viewer } = context.get(renderContext)
  // The layout redirects visitors without a session.
  const {
    campaignUpdates = false,
    newsletter = false,
    deedsMails = true,
    firstDonationMails = true,
    weeklySummaryMails = true,
    giveAnonymously = false,
    ...others
  } = viewer.isSignedIn ? await api('GET /api/user/properties', {}) : {}
  const own = viewer.isSignedIn ? await api('GET /v4/fundraisers/own', {}) : { fundraisers: [], charities: [] }
  return {
    campaignUpdates,
    newsletter,
    deedsMails,
    firstDonationMails,
    weeklySummaryMails,
    giveAnonymously,
    teamMails: teamMails.map((name) => ({ name, isOn: others[name] ?? true })),
    hasFundraisers: own.fundraisers.length + own.charities.length > 0,
    hasCharities: own.charities.length > 0,
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const { api, viewer } = context.get(renderContext)
  const form = await formOfOwner({ context, request })
  if (!viewer.isSignedIn) return redirectToLogin('/account/notifications')
  const isChosen = (name: string) => form.get(name) !== null
  await api('POST /api/user/properties', {
    newsletter: isChosen('newsletter'),
    campaignUpdates: isChosen('campaignUpdates'),
    deedsMails: isChosen('deedsMails'),
    giveAnonymously: isChosen('giveAnonymously'),
    // Preferences that the page didn't show stay unchanged.
    ...(isChosen('showsFirstDonationMails') ? { firstDonationMails: isChosen('firstDonationMails') } : {}),
    ...(isChosen('showsWeeklySummaryMails') ? { weeklySummaryMails: isChosen('weeklySummaryMails') } : {}),
    ...(isChosen('showsTeamMails') ? Object.fromEntries(teamMails.map((name) => [name, isChosen(name)])) : {}),
  })
  return redirect('/account/notifications?done=name', 303)
}

/**
 * The donor's email preferences and the defaults of their next donation (contract-6: newsletter and updates are
 * separate).
 */
export default function Notifications({ loaderData }: Route.ComponentProps) {
  const t = useText()
  return (
    <>
      <title>{t('notifications.title')}</title>
      <div className="stack">
        <h1>{t('notifications.title')}</h1>
        <p className="quiet">{t('notifications.always')}</p>
      </div>
      <PageForm className="stack account-form">
        <fieldset className="stack">
          <legend className="label">{t('notifications.by-mail')}</legend>
          <Checkbox
            id="campaignUpdates"
            label={t('notifications.updates')}
            hint={t('notifications.updates-hint')}
            defaultChecked={loaderData.campaignUpdates}
          />
          <Checkbox
            id="newsletter"
            label={t('notifications.newsletter')}
            hint={t('notifications.newsletter-hint')}
            defaultChecked={loaderData.newsletter}
          />
          <Checkbox
            id="deedsMails"
            label={t('notifications.deeds')}
            hint={t('notifications.deeds-hint')}
            defaultChecked={loaderData.deedsMails}
          />
        </fieldset>
        {loaderData.hasFundraisers ? (
          <fieldset className="stack">
            <legend className="label">{t('notifications.organizing')}</legend>
            <input type="hidden" name="showsFirstDonationMails" value="yes" />
            <Checkbox
              id="firstDonationMails"
              label={t('notifications.first-donation')}
              hint={t('notifications.first-donation-hint')}
              defaultChecked={loaderData.firstDonationMails}
            />
            {loaderData.hasCharities ? (
              <>
                <input type="hidden" name="showsWeeklySummaryMails" value="yes" />
                <Checkbox
                  id="weeklySummaryMails"
                  label={t('notifications.weekly-summary')}
                  hint={t('notifications.weekly-summary-hint')}
                  defaultChecked={loaderData.weeklySummaryMails}
                />
                <input type="hidden" name="showsTeamMails" value="yes" />
                {loaderData.teamMails.map(({ name, isOn }) => (
                  <Checkbox
                    key={name}
                    id={name}
                    label={t(`notifications.${name}`)}
                    hint={t(`notifications.${name}-hint`)}
                    defaultChecked={isOn}
                  />
                ))}
              </>
            ) : null}
          </fieldset>
        ) : null}
        <fieldset className="stack">
          <legend className="label">{t('notifications.in-public')}</legend>
          <Checkbox
            id="giveAnonymously"
            label={t('notifications.anonymous')}
            hint={t('notifications.anonymous-hint')}
            defaultChecked={loaderData.giveAnonymously}
          />
        </fieldset>
        <button className="button button-primary">{t('profile.submit')}</button>
      </PageForm>
    </>
  )
}
