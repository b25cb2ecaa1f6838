import type { ProductContract } from '#modules/contract.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { useText } from '../../../lib/text.tsx'

type OurSide = NonNullable<OutputOf<ProductContract, 'GET /v4/staff/gifts/:intentId'>['ourSide']>

/** To the second and in UTC, as a bank compares it with its own list. */
const instant = (iso: string) => `\u2066${iso.slice(0, 19).replace('T', ' ')} UTC\u2069`

/** What we know of how a disputed payment was made, while its bank waits to hear it. */
export function OurSideOfIt({ of }: { readonly of: OurSide }) {
  const t = useText()
  return (
    <section className="card card-in stack" aria-labelledby="our-side">
      <h2 id="our-side">{t('our-side.title')}</h2>
      <p className="quiet">{t('our-side.lead')}</p>
      <dl className="lines staff-facts">
        <dt>{t('our-side.pressed')}</dt>
        <dd>{instant(of.pressedAt)}</dd>
        <dt>{t('our-side.ip')}</dt>
        <dd>{of.ip ? <bdi dir="ltr">{of.ip}</bdi> : t('our-side.nobody')}</dd>
        <dt>{t('our-side.asked')}</dt>
        <dd>{t(of.wasAsked ? 'our-side.asked-yes' : 'our-side.asked-no')}</dd>
        {of.agreed ? (
          <>
            <dt>{t('our-side.agreed')}</dt>
            <dd>
              {of.agreed.ip
                ? t('our-side.agreed-from', { when: instant(of.agreed.at), ip: `\u2066${of.agreed.ip}\u2069` })
                : instant(of.agreed.at)}
            </dd>
          </>
        ) : null}
      </dl>
      {of.agreed ? (
        <>
          <p className="strong">{t('our-side.words')}</p>
          <blockquote>
            <bdi>{of.agreed.words}</bdi>
          </blockquote>
        </>
      ) : null}
    </section>
  )
}
