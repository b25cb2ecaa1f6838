import { renderContext, type RenderContext } from '#server/pages/render-context.ts'
import { Problem } from '#shared/problem.ts'
import { postedText } from '../lib/form-values.ts'
import { formWithin, postedForm } from '../lib/posted-form.ts'
import { ownerField, provedField, redirectToLogInAgain, resumedField } from './log-in-again.ts'

type Args = { readonly request: Request; readonly context: { get(key: typeof renderContext): RenderContext } }

/**
 * Reads the posted form of an action that isn't a form of the kit. If its page was rendered for another account, or the
 * session has ended, it throws the redirect to the login, which keeps the form and sends it afterwards (ADR-0046). All
 * texts are kept, so a form with a password or a code mustn't use it.
 */
export const formOfOwner = async (args: Args): Promise<FormData> => ofOwner(args, await postedForm(args.request))

/**
 * The same for a form with files, which the login doesn't keep (`assertFileSent`); undefined if it is larger than
 * `bytesMax`.
 */
export async function fileFormOfOwner(args: Args, bytesMax?: number): Promise<FormData | undefined> {
  const form = await formWithin(args.request, bytesMax)
  return form && ofOwner(args, form)
}

/** Throws `file-not-kept` at the file of a form that the login sent again without the file that was chosen. */
export function assertFileSent(form: FormData, field = 'file'): void {
  if (form.has(resumedField) && !form.has(field))
    throw new Problem('conflict', 'file-not-kept', { fields: { [field]: { code: 'file-not-kept' } } })
}

function ofOwner({ context, request }: Args, form: FormData): FormData {
  const owner = postedText(form, ownerField, 40)
  if (owner === '' || owner === context.get(renderContext).viewer.id) return form
  const { pathname, search } = new URL(request.url)
  const names = [...new Set(form.keys())].filter((name) => name !== resumedField && name !== provedField)
  throw redirectToLogInAgain(pathname.replace(/^\/+/, '/') + search, names)
}
