/** SQL: the latest payment of a job as a JSON object, or null. `jobId` is the SQL expression of the job's id. */
export const latestPaymentOfJob = (jobId: string) => `
  (SELECT json_build_object(
    'id', id, 'jobId', job_id, 'amount', amount, 'refundedAmount', refunded_amount, 'status', status,
    'transactionId', transaction_id, 'provider', provider, 'createdAt', created_at)
  FROM payments WHERE job_id = ${jobId} ORDER BY id DESC LIMIT 1)`;
