import { purgeEvidence, removeEvidenceFiles } from './zakat-evidence.ts'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertTeamMembers } from '#modules/causes/campaigns/index.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { manualClock } from '#tests/support/ports.ts'
import { aPdf, oversizedPng, noPictures } from '#tests/support/upload-corpus.ts'
import { aRuling, anOrganizedCampaign, aStaffSession } from '../testing.ts'

let installation: TestApp
const clock = manualClock()
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'sunbul-evidence-'))
beforeAll(async () => {
  installation = await createTestApp({ clock: clock.now, environment: { DATA_DIR: dataDir } })
})
afterAll(async () => {
  await installation.close()
  fs.rmSync(dataDir, { recursive: true, force: true })
})

let network = 1
/** Each request comes from its own network, so rate limits don't apply. */
const call = (method: 'GET' | 'POST' | 'DELETE', url: string, token?: string, payload: object = {}) =>
  installation.fastify.inject({
    method,
    url,
    remoteAddress: `198.51.${(network += 1) >> 8}.${network & 255}`,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
    },
    ...(method === 'GET' ? {} : { payload }),
  })
const pathOf = (campaignId: bigint, evidenceId = '') =>
  `/v4/campaigns/${campaignId}/zakat-evidence${evidenceId && `/${evidenceId}`}`
const add = (campaignId: bigint, token: string, bytes: Buffer, description = 'A letter of the mosque') =>
  call('POST', pathOf(campaignId), token, { description, file: bytes.toString('base64') })
const listed = async (campaignId: bigint, token: string) =>
  (await call('GET', pathOf(campaignId), token)).json().evidence as {
    id: string
    kind: string
    description: string
  }[]
const ask = (campaignId: bigint, token: string) =>
  call('POST', `/v4/campaigns/${campaignId}/zakat-requests`, token, { categories: ['poor'], note: 'Food.' })
const caseOf = async (campaignId: bigint) =>
  (await installation.app.db
    .selectFrom('moderation.case')
    .select('id')
    .where('campaign_id', '=', campaignId)
    .where('kind', '=', 'zakat')
    .orderBy('opened_at', 'desc')
    .executeTakeFirst())!.id
const filesKept = () => fs.readdirSync(path.join(dataDir, 'media', 'private')).toSorted()
const picture = (width = 60) => sharp({ create: { width, height: 40, channels: 3, background: '#388953' } })

test('adds files before a request; reviewers open them, which is audited', async () => {
  const { campaign, organizer } = await anOrganizedCampaign(installation.app)
  const pdf = aPdf()
  const photograph = await picture()
    .withExif({ IFD0: { Make: 'A camera' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
    .jpeg()
    .toBuffer()
  const { id } = (await add(campaign.id, organizer.token, pdf, ' The registration ')).json()
  const other = (await add(campaign.id, organizer.token, photograph, 'Handing it out')).json().id
  expect((await ask(campaign.id, organizer.token)).statusCode).toBe(200)
  expect(await listed(campaign.id, organizer.token)).toMatchObject([
    { id, kind: 'pdf', description: 'The registration', bytes: pdf.length },
    { id: other, kind: 'webp', description: 'Handing it out' },
  ])

  const caseId = await caseOf(campaign.id)
  const reviewer = await aStaffSession(installation.app, 'reviewer')
  expect(
    (await call('GET', `/v4/staff/cases/${caseId}`, reviewer.token))
      .json()
      .evidence.map((item: { id: string }) => item.id),
  ).toEqual([id, other])
  const opened = await call('GET', `/v4/staff/cases/${caseId}/evidence/${id}`, reviewer.token)
  expect(opened.rawPayload.equals(pdf)).toBe(true)
  expect(opened.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="evidence-1.pdf"',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'cross-origin-resource-policy': 'same-origin',
  })
  const response = await call('GET', pathOf(campaign.id, other), organizer.token)
  expect(response.headers).toMatchObject({
    'content-type': 'image/webp',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'no-store',
  })
  const known = await sharp(response.rawPayload).metadata()
  expect([known.format, known.exif]).toEqual(['webp', undefined])
  const acts = await installation.app.db
    .selectFrom('audit.entry')
    .select(['act', 'actor_id', 'details'])
    .where('object', '=', `case:${caseId}`)
    .orderBy('id')
    .execute()
  expect(acts.at(-1)).toMatchObject({
    act: 'moderation.evidence-opened',
    actor_id: reviewer.viewer.accountId,
    details: { evidence: id },
  })
})

test('no one else finds a file at any of its URLs [security-3]', async () => {
  const { campaign, organizer } = await anOrganizedCampaign(installation.app)
  const { id } = (await add(campaign.id, organizer.token, aPdf())).json()
  await ask(campaign.id, organizer.token)
  const caseId = await caseOf(campaign.id)
  const stranger = await anOrganizedCampaign(installation.app)
  const viewer = await aSession(installation.app)
  await installation.app.write((tx) =>
    insertTeamMembers(tx, [
      { campaignId: campaign.id, accountId: viewer.viewer.accountId, role: 'viewer', publicName: '', at: clock.now() },
    ]),
  )
  const [support, finance] = [
    await aStaffSession(installation.app, 'support'),
    await aStaffSession(installation.app, 'finance'),
  ]
  for (const { token } of [stranger.organizer, await aSession(installation.app), support, finance])
    expect((await call('GET', pathOf(campaign.id, id), token)).statusCode).toBe(404)
  expect((await call('GET', pathOf(campaign.id, id), viewer.token)).statusCode).toBe(403)
  expect((await call('GET', pathOf(stranger.campaign.id, id), stranger.organizer.token)).statusCode).toBe(404)
  expect((await call('DELETE', pathOf(stranger.campaign.id, id), stranger.organizer.token)).statusCode).toBe(404)
  for (const { token } of [support, finance])
    expect((await call('GET', `/v4/staff/cases/${caseId}/evidence/${id}`, token)).statusCode).toBe(404)
  const reviewer = await aStaffSession(installation.app, 'reviewer')
  await ask(stranger.campaign.id, stranger.organizer.token)
  expect(
    (await call('GET', `/v4/staff/cases/${await caseOf(stranger.campaign.id)}/evidence/${id}`, reviewer.token))
      .statusCode,
  ).toBe(404)
  for (const url of [
    `/media/${id}.webp`,
    `/media/${id}.pdf`,
    `/media/private/${id}.pdf`,
    `/media/..%2fprivate%2f${id}.pdf`,
    `/private/${id}.pdf`,
    pathOf(campaign.id, id),
  ])
    expect([401, 404], url).toContain((await call('GET', url)).statusCode)
})

describe('added evidence', () => {
  test.each(noPictures.map(([name, bytes]) => [name, bytes] as const))(
    '%s is refused, and nothing is kept of it [security-8]',
    async (_, bytes) => {
      const { campaign, organizer } = await anOrganizedCampaign(installation.app)
      const refused = await add(campaign.id, organizer.token, bytes)
      expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, ['file']])
      expect(await listed(campaign.id, organizer.token)).toEqual([])
    },
  )

  test('is validated by content: a flood of pixels, a page that ends like a PDF, eleven megabytes', async () => {
    const { campaign, organizer } = await anOrganizedCampaign(installation.app)
    const codeOf = async (bytes: Buffer) =>
      (await add(campaign.id, organizer.token, bytes)).json().fields.file as string
    expect(await codeOf(oversizedPng(60_000, 60_000))).toContain('too large')
    expect(await codeOf(Buffer.from('<script>alert(1)</script>\n%PDF-1.7\n%%EOF'))).toContain('We can’t read this file')
    expect(
      (await add(campaign.id, organizer.token, Buffer.concat([aPdf(), Buffer.alloc(11 * 1024 * 1024)]))).statusCode,
    ).toBeGreaterThanOrEqual(400)
    expect((await add(campaign.id, organizer.token, aPdf(), '  ')).json().fields).toHaveProperty('description')
    expect((await add(campaign.id, organizer.token, aPdf(), 'x'.repeat(201))).json().fields).toHaveProperty(
      'description',
    )
    expect(
      (await call('POST', pathOf(campaign.id), organizer.token, { description: 'Nothing' })).json().fields,
    ).toHaveProperty('file')
    expect(await listed(campaign.id, organizer.token)).toEqual([])
  })

  test('is stored once per content and at most five times, also concurrently; rejected files are not stored', async () => {
    const { campaign, organizer } = await anOrganizedCampaign(installation.app)
    const before = filesKept().length
    const same = await Promise.all([1, 2, 3].map(() => add(campaign.id, organizer.token, aPdf('% same'))))
    expect(new Set(same.map((answer) => answer.json().id)).size).toBe(1)
    // The same file with another description is described anew instead of being dropped.
    await add(campaign.id, organizer.token, aPdf('% same'), 'The report of the mosque')
    expect((await listed(campaign.id, organizer.token)).map(({ description }) => description)).toEqual([
      'The report of the mosque',
    ])
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => add(campaign.id, organizer.token, aPdf(`% ${n}`))),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 200, 200, 200, 409, 409,
    ])
    expect(await listed(campaign.id, organizer.token)).toHaveLength(5)
    expect(filesKept().length - before).toBe(5)
    const [first] = await listed(campaign.id, organizer.token)
    expect((await call('DELETE', pathOf(campaign.id, first!.id), organizer.token)).statusCode).toBe(200)
    expect((await add(campaign.id, organizer.token, aPdf('% another'))).statusCode).toBe(200)
  })

  test('is not even read without a session', async () => {
    const { campaign } = await anOrganizedCampaign(installation.app)
    expect((await call('POST', pathOf(campaign.id), undefined, { file: 'A'.repeat(13_000_000) })).statusCode).toBe(401)
  })
})

test('refuses to grant a request on other evidence, or another page, than its reviewer saw', async () => {
  const { campaign, organizer } = await anOrganizedCampaign(installation.app)
  const { id } = (await add(campaign.id, organizer.token, aPdf('% seen'))).json()
  await ask(campaign.id, organizer.token)
  const { token } = await aStaffSession(installation.app, 'reviewer')
  const url = `/v4/staff/cases/${await caseOf(campaign.id)}`
  const look = async () => (await call('GET', url, token)).json().seen as string
  const expiresOn = new Date(clock.now().getTime() + 200 * 86_400_000).toISOString().slice(0, 10)
  const approve = async (seen: string) => {
    const answer = await call('POST', `${url}/decision`, token, {
      seen,
      decision: 'approve',
      reason: 'Reviewed.',
      expiresOn,
      ruling: aRuling,
    })
    return answer.statusCode === 200 ? 'granted' : answer.json().code
  }
  const first = await look()
  await call('DELETE', pathOf(campaign.id, id), organizer.token)
  expect(await approve(first)).toBe('case-moved')
  const second = await look()
  await installation.app.write((tx) =>
    tx
      .updateTable('campaigns.campaign')
      .set({ story: '<p>For a fountain.</p>' })
      .where('id', '=', campaign.id)
      .execute(),
  )
  expect(await approve(second)).toBe('case-moved')
  expect(await approve(await look())).toBe('granted')
})

describe('stored evidence', () => {
  test('can be removed with its file until the decision; later it stays', async () => {
    const { campaign, organizer } = await anOrganizedCampaign(installation.app)
    const ids: string[] = []
    for (const n of [1, 2]) ids.push((await add(campaign.id, organizer.token, aPdf(`% back ${n}`))).json().id)
    await ask(campaign.id, organizer.token)
    ids.push((await add(campaign.id, organizer.token, aPdf('% later'))).json().id)
    expect(await listed(campaign.id, organizer.token)).toHaveLength(3)
    expect((await call('DELETE', pathOf(campaign.id, ids[0]), organizer.token)).statusCode).toBe(200)
    expect((await call('DELETE', pathOf(campaign.id, ids[0]), organizer.token)).statusCode).toBe(404)
    await removeEvidenceFiles(installation.app)
    expect(filesKept()).not.toContain(`${ids[0]}.pdf`)
    expect(filesKept()).toEqual(expect.arrayContaining([`${ids[1]}.pdf`, `${ids[2]}.pdf`]))

    const reviewer = await aStaffSession(installation.app, 'reviewer')
    const caseId = await caseOf(campaign.id)
    expect(
      (
        await call('POST', `/v4/staff/cases/${caseId}/decision`, reviewer.token, {
          seen: (await call('GET', `/v4/staff/cases/${caseId}`, reviewer.token)).json().seen,
          decision: 'decline',
          reason: 'Not clear.',
          template: 'evidence',
        })
      ).statusCode,
    ).toBe(200)
    expect((await call('DELETE', pathOf(campaign.id, ids[1]), organizer.token)).json().code).toBe('case-decided')
    expect(await listed(campaign.id, organizer.token)).toEqual([])
    expect((await call('GET', `/v4/staff/cases/${caseId}/evidence/${ids[1]}`, reviewer.token)).statusCode).toBe(200)
    clock.move({ days: 366 })
    await purgeEvidence(installation.app)
    expect(filesKept()).not.toContain(`${ids[1]}.pdf`)
  })

  test('is deleted after a month if never sent, and with the draft it was added to', async () => {
    const { campaign, organizer } = await anOrganizedCampaign(installation.app, { status: 0 })
    const { id } = (await add(campaign.id, organizer.token, aPdf('% draft'))).json()
    clock.move({ days: 29 })
    await purgeEvidence(installation.app)
    expect(filesKept()).toContain(`${id}.pdf`)
    // The application never deletes a fundraiser; a database owner can.
    const owner = new pg.Client({ connectionString: installation.database.ownerUrl })
    await owner.connect()
    await owner.query('delete from campaigns.team_member where campaign_id = $1', [campaign.id])
    await owner.query('delete from campaigns.campaign where id = $1', [campaign.id])
    await owner.end()
    await removeEvidenceFiles(installation.app)
    expect(filesKept()).not.toContain(`${id}.pdf`)

    const other = await anOrganizedCampaign(installation.app)
    const unsent = (await add(other.campaign.id, other.organizer.token, aPdf('% unsent'))).json().id
    clock.move({ days: 31 })
    await purgeEvidence(installation.app)
    expect(filesKept()).not.toContain(`${unsent}.pdf`)
  })

  test('of an erased account stays anonymously with its request; unsent files are deleted [privacy-4]', async () => {
    const organizedCampaign = await anOrganizedCampaign(installation.app)
    const { token, viewer } = organizedCampaign.organizer
    const { id } = (await add(organizedCampaign.campaign.id, token, aPdf('% sent'))).json()
    await ask(organizedCampaign.campaign.id, token)
    const unsent = await anOrganizedCampaign(installation.app)
    await installation.app.write((tx) =>
      insertTeamMembers(tx, [
        {
          campaignId: unsent.campaign.id,
          accountId: viewer.accountId,
          role: 'editor',
          publicName: '',
          at: clock.now(),
        },
      ]),
    )
    const waiting = (await add(unsent.campaign.id, token, aPdf('% waiting'))).json().id
    expect((await call('POST', '/v4/privacy/erasure', token, { understood: true })).statusCode).toBe(200)
    const rows = await installation.app.db
      .selectFrom('moderation.evidence')
      .select(['id', 'added_by_account_id'])
      .where('id', 'in', [id, waiting])
      .execute()
    expect(rows).toEqual([{ id, added_by_account_id: null }])
    await removeEvidenceFiles(installation.app)
    expect(filesKept()).not.toContain(`${waiting}.pdf`)
  })
})
