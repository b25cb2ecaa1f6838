import type { ProductContract } from '#modules/contract.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { telephoneLink } from '#shared/input/digits.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { Button } from '#web/ui/button.tsx'
import { Badge } from '#web/ui/small-parts.tsx'
import { PostalAddressLines } from './postal-address-lines.tsx'

type Claim = OutputOf<ProductContract, 'GET /v4/campaigns/:campaignId/claims'>['claims'][number] & {
  readonly label: string
  readonly sentLabel: string
}

/** Emergency contact details, once they were requested. */
export type EmergencyDetails = OutputOf<
  ProductContract,
  'POST /v4/campaigns/:campaignId/claims/:donationId/emergency'
> & {
  readonly donationId: string
}

/** Says when the reward was sent, or that it hasn't been sent yet. */
function SentBadge({ claim }: { readonly claim: Claim }) {
  const t = useText()
  if (claim.sentAt)
    return (
      <Badge look="brand">
        ✓ {t('organize.sent-on')} <bdi>{claim.sentLabel}</bdi>
      </Badge>
    )
  return claim.hasToSend ? <Badge look="accent">{t('organize.to-send')}</Badge> : null
}

/** A claim of a giving level, with the details that the donor provided. */
export function ClaimItem({
  claim,
  action,
  canReadEmergencyDetails,
  opened,
  isOpenList,
}: {
  readonly claim: Claim
  readonly action: string
  readonly canReadEmergencyDetails: boolean
  readonly opened: EmergencyDetails | undefined
  /** Whether the list contains unsent claims only, so that rows needn't say so. */
  readonly isOpenList: boolean
}) {
  const t = useText()
  const who = claim.name ?? t('organize.anonymous')
  return (
    <article className="claim" aria-label={`${claim.level.title}, ${who}`}>
      <div className="claim-head">
        <div>
          <h2>
            <bdi>{claim.level.title}</bdi>
          </h2>
          <p className="quiet small">
            <bdi>{who}</bdi> · <bdi>{claim.label}</bdi> · <Amount minor={claim.gift} currency={claim.currency} />
            {claim.quantity > 1 ? <> · {t('organize.times', { count: claim.quantity })}</> : null}
          </p>
        </div>
        {isOpenList ? null : <SentBadge claim={claim} />}
      </div>
      <dl className="claim-facts">
        {claim.note ? (
          <div>
            <dt>{t('organize.note')}</dt>
            <dd>
              <bdi>{claim.note}</bdi>
            </dd>
          </div>
        ) : null}
        {claim.email ? (
          <div>
            <dt>{t('organize.email')}</dt>
            <dd>
              <a href={`mailto:${claim.email}`} dir="ltr">
                {claim.email}
              </a>
            </dd>
          </div>
        ) : null}
        {claim.shipping ? (
          <div>
            <dt>{t('organize.ship-to')}</dt>
            <dd>
              <PostalAddressLines address={claim.shipping} />
            </dd>
          </div>
        ) : null}
        {opened?.emergencyContact ? (
          <div>
            <dt>{t('organize.emergency')}</dt>
            <dd>
              <span dir="auto">{opened.emergencyContact.name}</span>
              {opened.emergencyContact.relationship ? (
                <span dir="auto"> ({opened.emergencyContact.relationship})</span>
              ) : null}{' '}
              <a href={telephoneLink(opened.emergencyContact.phone)} dir="ltr">
                {opened.emergencyContact.phone}
              </a>
            </dd>
          </div>
        ) : null}
        {opened?.medicalInformation ? (
          <div>
            <dt>{t('organize.medical')}</dt>
            <dd>
              <bdi>{opened.medicalInformation}</bdi>
            </dd>
          </div>
        ) : null}
      </dl>
      {claim.hasEmergencyDetails && !canReadEmergencyDetails ? (
        <p className="quiet small">{t('organize.emergency-not-yours')}</p>
      ) : null}
      <PageForm action={action} className="button-row claim-actions">
        <input type="hidden" name="gift" value={claim.id} />
        <Button className="button-small" look="quiet" name="intent" value={claim.sentAt ? 'unsent' : 'sent'}>
          {t(claim.sentAt ? 'organize.mark-unsent' : 'organize.mark-sent')}
        </Button>
        {claim.hasEmergencyDetails && canReadEmergencyDetails && !opened ? (
          <Button
            className="button-small"
            look="quiet"
            name="intent"
            value="open"
            aria-describedby={`emergency-${claim.id}`}
          >
            {t('organize.open-emergency')}
          </Button>
        ) : null}
      </PageForm>
      {claim.hasEmergencyDetails && canReadEmergencyDetails && !opened ? (
        <p className="quiet small" id={`emergency-${claim.id}`}>
          {t('organize.emergency-note')}
        </p>
      ) : null}
    </article>
  )
}
