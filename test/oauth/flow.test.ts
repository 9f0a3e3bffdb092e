import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addApplication, addCompany, Browser, dialects, obtainCode, redeem, startServer } from './support.ts'

for (const dialect of dialects) {
  test(`smoke ${dialect}`, async () => {
    const server = await startServer(dialect)
    try {
      const { companyId } = await addCompany(server)
      const client = await addApplication(server, companyId)
      const code = await obtainCode(new Browser(server.origin), client.clientId)
      const answer = await redeem(server, client, code)
      console.log(answer, server.log)
      assert.equal(answer.status, 200)
    } catch (error) { console.log(server.log); throw error } finally {
      await server.close()
    }
  })
}
