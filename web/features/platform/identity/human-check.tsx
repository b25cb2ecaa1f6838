import { useEffect, useState } from 'react'
import type { ProofChallenge } from '#modules/money/payments/rules/proof-of-work.ts'
import { useText } from '#web/lib/text.tsx'

/**
 * Solves the proof of work after an error `human-check-required` and submits the solution in the `reCaptcha` field of
 * the next request. Texts come from the page.
 */
export function HumanCheck({
  challenge,
  working,
  done,
  withoutScript,
}: {
  readonly challenge: ProofChallenge
  readonly working: string
  readonly done: string
  readonly withoutScript: string
}) {
  const [answer, solved] = useState('')
  useEffect(() => {
    let isGone = false
    void import('./proof.ts').then(({ solveProof }) => solveProof(challenge)).then((found) => isGone || solved(found))
    return () => {
      isGone = true
    }
  }, [challenge])
  return (
    <div className="notice" role="status">
      <input type="hidden" name="reCaptcha" value={answer} />
      <p className="no-script-hidden">{answer ? done : working}</p>
      <noscript>
        <p>{withoutScript}</p>
      </noscript>
    </div>
  )
}

/** The proof of work with the texts of the login and sign-up pages. Renders nothing if no proof is required. */
export function VisitorCheck({ challenge }: { readonly challenge: ProofChallenge | undefined }) {
  const t = useText()
  return challenge ? (
    <HumanCheck
      key={challenge.salt}
      challenge={challenge}
      working={t('check.working')}
      done={t('check.done')}
      withoutScript={t('check.no-script')}
    />
  ) : null
}
