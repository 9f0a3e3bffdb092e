// A push service that accepts everything without checking it.
import { createServer } from 'node:http'

const server = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(201).end())
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address) process.send?.(address.port)
})
process.on('disconnect', () => process.exit(0))
