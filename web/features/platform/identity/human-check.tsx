import { useEffect, useState } from 'react'
import type { ProofChallenge } from '#modules/money/payments/rules/proof-of-work.ts'
import { useText } from '../../../lib/text.tsx'

/**
 * Part of a form that was refused with `human-check-required`: works the sum out and carries its answer in the
 * `reCaptcha` field, for the next press. The words are the page's own.
 */
export function HumanCheck({
  of,
  working,
  done,
  withoutScript,
}: {
  readonly of: ProofChallenge
  readonly working: string
  readonly done: string
  readonly withoutScript: string
}) {
  const [answer, solved] = useState('')
  useEffect(() => {
    let isGone = false
    void import('./proof.ts').then(({ solveProof }) => solveProof(of)).then((found) => isGone || solved(found))
    return () => {
      isGone = true
    }
  }, [of])
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

/** The same with the words of the pages that lead into an account; nothing where no work is asked for. */
export function VisitorCheck({ of }: { readonly of: ProofChallenge | undefined }) {
  const t = useText()
  return of ? (
    <HumanCheck
      key={of.salt}
      of={of}
      working={t('check.working')}
      done={t('check.done')}
      withoutScript={t('check.no-script')}
    />
  ) : null
}
