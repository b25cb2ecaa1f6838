import { renderContext, type RenderContext } from '#server/pages/render-context.ts'
import { postedText } from '../lib/form-values.ts'
import { postedForm } from '../lib/posted-form.ts'
import { ownerField, provedField, redirectToLogInAgain, resumedField } from './log-in-again.ts'

type Args = { readonly request: Request; readonly context: { get(key: typeof renderContext): RenderContext } }

/**
 * Reads the posted form of an action that isn't a form of the kit. If its page was rendered for another account, or the
 * session has ended, it throws the redirect to the login, which keeps the form and sends it afterwards (ADR-0046). All
 * texts are kept, so a form with a password or a code mustn't use it.
 */
export async function formOfOwner({ context, request }: Args): Promise<FormData> {
  const form = await postedForm(request)
  const owner = postedText(form, ownerField, 40)
  if (owner === '' || owner === context.get(renderContext).viewer.id) return form
  const { pathname, search } = new URL(request.url)
  const names = [...new Set(form.keys())].filter((name) => name !== resumedField && name !== provedField)
  throw redirectToLogInAgain(pathname.replace(/^\/+/, '/') + search, names)
}
