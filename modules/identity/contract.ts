import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

/** Control characters are in nobody's name, and PostgreSQL keeps no NUL. */
const plain = /^\P{Cc}*$/u
const email = z.string().trim().min(3).max(254).regex(plain)

export const identityContract = {
  'POST /v4/login': endpoint({
    access: 'anyone',
    summary: 'Opens a session for an e-mail and password.',
    input: z.object({ email, password: z.string().min(1).max(200) }),
    output: z.object({ userId: z.string(), firstName: z.string(), lastName: z.string() }),
    refuses: ['wrong-login', 'rate-limited'],
  }),
  'POST /v4/logout': endpoint({
    access: 'anyone',
    summary: 'Ends the session of this browser.',
    input: z.object({}),
    output: z.object({ ended: z.boolean() }),
  }),
  'GET /v4/me': endpoint({
    access: 'anyone',
    summary: 'Who is asking.',
    input: z.object({}),
    output: z.object({
      kind: z.enum(['anonymous', 'guest', 'basket', 'account']),
      userId: z.string().nullable(),
      email: z.string().nullable(),
      firstName: z.string(),
      lastName: z.string(),
      roles: z.array(z.string()),
    }),
  }),
  'POST /v4/guests': endpoint({
    access: 'anyone',
    summary: 'Makes a guest of an e-mail and a name; the token opens what is given with it, for 24 hours.',
    input: z.object({ email, name: z.string().trim().min(1).max(120).regex(plain) }),
    output: z.object({ id: z.string(), token: z.string(), type: z.literal('guest') }),
  }),
}
