import type { FormHTMLAttributes, Ref } from 'react'
import { useFrame } from '../lib/text.tsx'
import { ownerField } from './log-in-again.ts'

type Props = Omit<FormHTMLAttributes<HTMLFormElement>, 'method'> & { readonly ref?: Ref<HTMLFormElement> }

/**
 * A posted form of a visitor with a session. It names their account, so that a session that has ended doesn't lose what
 * was typed and no other account sends it (ADR-0046).
 */
export const PageForm = ({ children, ...props }: Props) => (
  <form method="post" {...props}>
    {children}
    <OwnerField />
  </form>
)

/** The hidden field of `PageForm`, for a form that visitors without an account send too. */
export function OwnerField() {
  const owner = useFrame()?.viewer.id
  return owner ? <input type="hidden" name={ownerField} value={owner} /> : null
}
