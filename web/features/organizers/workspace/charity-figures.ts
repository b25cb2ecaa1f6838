import type { ProductContract } from '#modules/contract.ts'
import type { OutputOf } from '#shared/endpoint.ts'

export type CharityFigures = OutputOf<ProductContract, 'GET /v4/organizations/:organizationId/figures'>
export type CharityTasks = OutputOf<ProductContract, 'GET /v4/organizations/:organizationId/tasks'>['tasks']
