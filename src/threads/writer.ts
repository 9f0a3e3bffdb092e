// The thread that owns the embedded database's only writing connection.
import { parentPort, workerData } from 'node:worker_threads'
import { serve } from '../db/sqlite/writer.ts'
import { clearReferenceData } from '../engine/company_snapshot.ts'
import { operations } from '../operations.ts'

serve(parentPort!, workerData.file, operations, clearReferenceData)
