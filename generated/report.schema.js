// Written by scripts/generate.ts; to change it, edit spec/ and run `npm run generate`.

const validateReport = validate20;
const schema31 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"validateReport","title":"The report of a conformance run, format 1","type":"object","additionalProperties":false,"required":["format","tool","contract","target","startedAt","durationMs","summary","scenarios","rules"],"properties":{"format":{"const":1},"tool":{"type":"object","additionalProperties":false,"required":["name","version"],"properties":{"name":{"type":"string"},"version":{"type":"string"}}},"contract":{"description":"The sha256 of each document, in hex.","type":"object","additionalProperties":false,"required":["kv","queue"],"properties":{"kv":{"type":"string","pattern":"^[0-9a-f]{64}$"},"queue":{"type":"string","pattern":"^[0-9a-f]{64}$"}}},"target":{"type":"object","additionalProperties":false,"required":["dialect","provider","time"],"properties":{"kvUrl":{"type":"string"},"queueUrl":{"type":"string"},"dialect":{"type":"string"},"provider":{"type":"string"},"time":{"enum":["virtual","real"]},"embedded":{"description":"True if the target is a mock that was started for this run.","const":true},"others":{"description":"The URLs of the other targets. Only in a merged report whose shards had several targets.","type":"array","items":{"type":"object","additionalProperties":false,"properties":{"kvUrl":{"type":"string"},"queueUrl":{"type":"string"}}}}}},"shards":{"description":"The shards that the report contains. Missing if the report contains all shards.","type":"object","additionalProperties":false,"required":["of","judged"],"properties":{"of":{"type":"integer","minimum":1},"judged":{"type":"array","items":{"type":"integer","minimum":1}},"selection":{"description":"The description of the selected scenarios, equal for all shards.","type":"string"}}},"missingShards":{"description":"The shards that were not among the merged reports. Only in a merged report.","type":"array","items":{"type":"integer","minimum":1}},"expectations":{"description":"The lists of known failures, if there are any.","type":"object","additionalProperties":false,"required":["failing","flaky"],"properties":{"failing":{"description":"Scenarios that must fail. The run fails if one of them passes.","type":"array","items":{"$ref":"#/$defs/expectation"}},"flaky":{"description":"Scenarios that may fail or pass.","type":"array","items":{"$ref":"#/$defs/expectation"}}}},"stale":{"description":"Sentences about entries of the lists that match no scenario, or whose scenario passes.","type":"array","items":{"type":"string"}},"unjudged":{"description":"The reason why the run ended before its first scenario, such as a target that does not answer.","type":"string"},"draw":{"description":"The further cases of laws that were drawn at random (--thorough and --seed).","type":"object","properties":{"thorough":{"type":"integer"},"seed":{"type":"integer"}},"required":["thorough","seed"],"additionalProperties":false},"interrupted":{"description":"True if the run was interrupted.","const":true},"bailed":{"description":"True if the run stopped at its first unexpected failure, so that scenarios are missing.","const":true},"gone":{"description":"The URLs that refused connections or stopped responding during the run.","type":"array","items":{"type":"string"}},"outages":{"description":"The reasons why scenarios could not run to the end although connections were accepted: a target that no longer responds, a proxy whose service is down, a limit of requests that was reached, or a control route of the mock that failed.","type":"array","items":{"type":"object","additionalProperties":false,"required":["kind","scenario","problem"],"properties":{"kind":{"enum":["silent","away","limited","unreadable","control"]},"url":{"description":"The URL of a target that no longer responds, or whose proxy alone responds.","type":"string"},"scenario":{"description":"The first scenario with this problem.","type":"string"},"problem":{"description":"What happened, and what to do.","type":"string"}}}},"lacks":{"description":"What the survey found that the target lacks, with the number of scenarios that were left out for it, and of those that were judged without a part.","type":"array","items":{"type":"object","additionalProperties":false,"required":["interface","name","rules","scenarios","parts"],"properties":{"interface":{"enum":["kv","queue"]},"name":{"type":"string"},"rules":{"description":"The rules that demand it.","type":"array","items":{"type":"string"}},"scenarios":{"type":"integer","minimum":0},"parts":{"type":"integer","minimum":0}}}},"harmed":{"description":"The scenarios after which the target no longer served.","type":"array","items":{"type":"object","additionalProperties":false,"required":["scenario","problem","back","notRun"],"properties":{"scenario":{"type":"string"},"problem":{"description":"What was sent, and what the target answered afterwards.","type":"string"},"back":{"description":"True if the target served again.","type":"boolean"},"notRun":{"description":"The number of scenarios that did not run because the target did not serve again.","type":"integer","minimum":0}}}},"cutOff":{"description":"The requests that were under way when the target went down. One of them may have stopped it.","type":"array","items":{"type":"object","additionalProperties":false,"required":["scenario","method","target"],"properties":{"scenario":{"type":"string"},"method":{"type":"string"},"target":{"type":"string"},"body":{"type":"string"}}}},"sentAgain":{"description":"The requests that were sent a second time on a new connection, because the target closed a used connection before it responded. Missing if there are none.","type":"object","additionalProperties":false,"required":["requests","of"],"properties":{"requests":{"$ref":"#/$defs/count"},"of":{"description":"The number of all requests that were first sent on a used connection.","$ref":"#/$defs/count"}}},"undelivered":{"description":"The URL of the sink, if scenarios waited for deliveries and none arrived.","type":"string"},"coverage":{"description":"The traffic through a proxy, counted by the operations of the contract. Only in the report of a proxy.","type":"object","additionalProperties":false,"required":["exchanges","documented","broken","operations","rules","undocumented","unjudged"],"properties":{"exchanges":{"description":"The number of requests, with or without a response.","$ref":"#/$defs/count"},"documented":{"description":"The number of responses of documented operations with a documented status.","$ref":"#/$defs/count"},"broken":{"description":"The number of responses that violated the contract.","$ref":"#/$defs/count"},"incomplete":{"description":"The number of documented responses that the target did not send to their end.","$ref":"#/$defs/count"},"operations":{"type":"array","items":{"$ref":"#/$defs/operation"}},"rules":{"description":"The rules that the contract assigns to responses, with the number of responses for each rule.","type":"array","items":{"type":"object","additionalProperties":false,"required":["id","exchanges"],"properties":{"id":{"$ref":"#/$defs/ruleId"},"exchanges":{"$ref":"#/$defs/count"}}}},"undocumented":{"description":"Responses with an undocumented operation, status or media type.","type":"array","items":{"type":"object","additionalProperties":false,"required":["interface","method","path","status","mediaType","exchanges"],"properties":{"interface":{"enum":["kv","queue"]},"method":{"type":"string"},"path":{"description":"The path of the operation, or the path of the request without its query.","type":"string"},"status":{"type":"integer"},"mediaType":{"type":"string"},"exchanges":{"$ref":"#/$defs/count"}}}},"unjudged":{"description":"The number of documented responses that were not validated and of requests without a response, by reason.","type":"array","items":{"type":"object","additionalProperties":false,"required":["reason","exchanges"],"properties":{"reason":{"type":"string"},"exchanges":{"$ref":"#/$defs/count"},"excused":{"description":"True if the target is not the cause, for example if the client left at once.","type":"boolean"}}}}}},"startedAt":{"description":"ISO 8601.","type":"string"},"durationMs":{"type":"number","minimum":0},"summary":{"type":"object","additionalProperties":false,"required":["passed","violated","expectedViolations","blocked","notApplicable","observed","harnessErrors"],"properties":{"passed":{"$ref":"#/$defs/count"},"violated":{"description":"The number of violations that are not known failures. `blocked` excludes known failures too.","$ref":"#/$defs/count"},"expectedViolations":{"description":"The number of known failures, violated or blocked.","$ref":"#/$defs/count"},"blocked":{"$ref":"#/$defs/count"},"notApplicable":{"$ref":"#/$defs/count"},"observed":{"$ref":"#/$defs/count"},"harnessErrors":{"$ref":"#/$defs/count"}}},"scenarios":{"type":"array","items":{"$ref":"#/$defs/scenario"}},"rules":{"type":"array","items":{"$ref":"#/$defs/rule"}}},"$defs":{"count":{"type":"integer","minimum":0},"expectation":{"description":"A pattern of scenario ids, and the reason why their failure is accepted.","type":"object","additionalProperties":false,"required":["pattern","reason"],"properties":{"pattern":{"type":"string"},"until":{"description":"The last day in UTC on which the failure is accepted, such as 2027-01-31.","type":"string"},"reason":{"type":"string"}}},"operation":{"type":"object","additionalProperties":false,"required":["interface","operationId","method","path","answers","unseen"],"properties":{"interface":{"enum":["kv","queue"]},"operationId":{"type":"string"},"method":{"type":"string"},"path":{"type":"string"},"answers":{"type":"array","items":{"type":"object","additionalProperties":false,"required":["status","exchanges","broken"],"properties":{"status":{"type":"integer"},"exchanges":{"$ref":"#/$defs/count"},"broken":{"$ref":"#/$defs/count"}}}},"unseen":{"description":"The documented statuses without a response, such as `401` or `2XX`, except `default`.","type":"array","items":{"type":"string"}}}},"scenario":{"type":"object","additionalProperties":false,"required":["id","title","interface","rule","level","verdict","durationMs","findings","exchanges"],"properties":{"id":{"type":"string"},"title":{"type":"string"},"interface":{"enum":["kv","queue"]},"rule":{"$ref":"#/$defs/ruleId"},"level":{"enum":["must","open"]},"verdict":{"enum":["passed","violated","blocked","not-applicable","observed","harness-error"]},"reason":{"description":"The reason why the scenario is blocked or not applicable, or why its failure is expected.","type":"string"},"expected":{"description":"True if the failure is in a list of known failures.","const":true},"durationMs":{"type":"number","minimum":0},"findings":{"type":"array","items":{"$ref":"#/$defs/finding"}},"leftOut":{"description":"What the target lacks for parts of the scenario, which were left out.","type":"array","items":{"type":"string"}},"observations":{"type":"object","additionalProperties":true},"exchanges":{"type":"array","items":{"$ref":"#/$defs/exchange"}},"repro":{"description":"Shell commands that repeat the failure. They read tokens from the environment.","type":"string"}}},"finding":{"type":"object","additionalProperties":false,"required":["message"],"properties":{"message":{"type":"string"},"rule":{"description":"The rule that the problem violates, if it is not the rule of the scenario.","$ref":"#/$defs/ruleId"},"kind":{"enum":["missing-delivery","status","control","slow"]},"expected":true,"actual":true,"exchange":{"description":"The index in the scenario's exchanges of the exchange that has the problem.","type":"integer","minimum":0}}},"exchange":{"type":"object","additionalProperties":false,"required":["request","durationMs"],"properties":{"request":{"type":"object","additionalProperties":false,"required":["method","target","headers"],"properties":{"method":{"type":"string"},"target":{"type":"string"},"headers":{"$ref":"#/$defs/headers"},"body":{"description":"The body if it is valid UTF-8.","type":"string"},"bodyBase64":{"description":"Any other body.","type":"string"},"cut":{"$ref":"#/$defs/cut"}}},"response":{"description":"The response. If there is none, `failure` contains the reason.","type":"object","additionalProperties":false,"required":["status","headers"],"properties":{"status":{"type":"integer"},"headers":{"$ref":"#/$defs/headers"},"body":{"description":"The body if it is valid UTF-8.","type":"string"},"bodyBase64":{"description":"Any other body.","type":"string"},"cut":{"$ref":"#/$defs/cut"}}},"failure":{"type":"string"},"closed":{"description":"True if this suite closed the stream. The body contains the bytes received before that.","const":true},"durationMs":{"type":"number","minimum":0}}},"cut":{"description":"The whole body, if only its beginning is in the report.","type":"object","additionalProperties":false,"required":["bytes","sha256"],"properties":{"bytes":{"$ref":"#/$defs/count"},"sha256":{"type":"string"}}},"headers":{"description":"Name and value of each line, in the order they crossed the wire.","type":"array","items":{"type":"array","items":{"type":"string"},"minItems":2,"maxItems":2}},"rule":{"type":"object","additionalProperties":false,"required":["id","level","quote","verdict","scenarios"],"properties":{"id":{"$ref":"#/$defs/ruleId"},"level":{"enum":["must","open"]},"quote":{"type":"string"},"verdict":{"enum":["conforming","violated","blocked","not-applicable","observed","harness-error","not-judged"]},"scenarios":{"type":"array","items":{"type":"string"}}}},"ruleId":{"description":"The id of a rule of the contract.","type":"string"}}};
const schema32 = {"description":"A pattern of scenario ids, and the reason why their failure is accepted.","type":"object","additionalProperties":false,"required":["pattern","reason"],"properties":{"pattern":{"type":"string"},"until":{"description":"The last day in UTC on which the failure is accepted, such as 2027-01-31.","type":"string"},"reason":{"type":"string"}}};
const schema34 = {"type":"integer","minimum":0};
const schema43 = {"description":"The id of a rule of the contract.","type":"string"};
const func1 = Object.prototype.hasOwnProperty;
const pattern4 = new RegExp("^[0-9a-f]{64}$", "u");
const schema40 = {"type":"object","additionalProperties":false,"required":["interface","operationId","method","path","answers","unseen"],"properties":{"interface":{"enum":["kv","queue"]},"operationId":{"type":"string"},"method":{"type":"string"},"path":{"type":"string"},"answers":{"type":"array","items":{"type":"object","additionalProperties":false,"required":["status","exchanges","broken"],"properties":{"status":{"type":"integer"},"exchanges":{"$ref":"#/$defs/count"},"broken":{"$ref":"#/$defs/count"}}}},"unseen":{"description":"The documented statuses without a response, such as `401` or `2XX`, except `default`.","type":"array","items":{"type":"string"}}}};

function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate21.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.interface === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "interface"},message:"must have required property '"+"interface"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.operationId === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "operationId"},message:"must have required property '"+"operationId"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.method === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "method"},message:"must have required property '"+"method"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.path === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "path"},message:"must have required property '"+"path"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.answers === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "answers"},message:"must have required property '"+"answers"+"'"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.unseen === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "unseen"},message:"must have required property '"+"unseen"+"'"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
for(const key0 in data){
if(!((((((key0 === "interface") || (key0 === "operationId")) || (key0 === "method")) || (key0 === "path")) || (key0 === "answers")) || (key0 === "unseen"))){
const err6 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.interface !== undefined){
let data0 = data.interface;
if(!((data0 === "kv") || (data0 === "queue"))){
const err7 = {instancePath:instancePath+"/interface",schemaPath:"#/properties/interface/enum",keyword:"enum",params:{allowedValues: schema40.properties.interface.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.operationId !== undefined){
if(typeof data.operationId !== "string"){
const err8 = {instancePath:instancePath+"/operationId",schemaPath:"#/properties/operationId/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.method !== undefined){
if(typeof data.method !== "string"){
const err9 = {instancePath:instancePath+"/method",schemaPath:"#/properties/method/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.path !== undefined){
if(typeof data.path !== "string"){
const err10 = {instancePath:instancePath+"/path",schemaPath:"#/properties/path/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.answers !== undefined){
let data4 = data.answers;
if(Array.isArray(data4)){
const len0 = data4.length;
for(let i0=0; i0<len0; i0++){
let data5 = data4[i0];
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if(data5.status === undefined){
const err11 = {instancePath:instancePath+"/answers/" + i0,schemaPath:"#/properties/answers/items/required",keyword:"required",params:{missingProperty: "status"},message:"must have required property '"+"status"+"'"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data5.exchanges === undefined){
const err12 = {instancePath:instancePath+"/answers/" + i0,schemaPath:"#/properties/answers/items/required",keyword:"required",params:{missingProperty: "exchanges"},message:"must have required property '"+"exchanges"+"'"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data5.broken === undefined){
const err13 = {instancePath:instancePath+"/answers/" + i0,schemaPath:"#/properties/answers/items/required",keyword:"required",params:{missingProperty: "broken"},message:"must have required property '"+"broken"+"'"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
for(const key1 in data5){
if(!(((key1 === "status") || (key1 === "exchanges")) || (key1 === "broken"))){
const err14 = {instancePath:instancePath+"/answers/" + i0,schemaPath:"#/properties/answers/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data5.status !== undefined){
let data6 = data5.status;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
const err15 = {instancePath:instancePath+"/answers/" + i0+"/status",schemaPath:"#/properties/answers/items/properties/status/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data5.exchanges !== undefined){
let data7 = data5.exchanges;
if(!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))){
const err16 = {instancePath:instancePath+"/answers/" + i0+"/exchanges",schemaPath:"#/$defs/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 < 0 || isNaN(data7)){
const err17 = {instancePath:instancePath+"/answers/" + i0+"/exchanges",schemaPath:"#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
}
if(data5.broken !== undefined){
let data8 = data5.broken;
if(!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))){
const err18 = {instancePath:instancePath+"/answers/" + i0+"/broken",schemaPath:"#/$defs/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 < 0 || isNaN(data8)){
const err19 = {instancePath:instancePath+"/answers/" + i0+"/broken",schemaPath:"#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
}
}
else {
const err20 = {instancePath:instancePath+"/answers/" + i0,schemaPath:"#/properties/answers/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
}
else {
const err21 = {instancePath:instancePath+"/answers",schemaPath:"#/properties/answers/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.unseen !== undefined){
let data9 = data.unseen;
if(Array.isArray(data9)){
const len1 = data9.length;
for(let i1=0; i1<len1; i1++){
if(typeof data9[i1] !== "string"){
const err22 = {instancePath:instancePath+"/unseen/" + i1,schemaPath:"#/properties/unseen/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
}
else {
const err23 = {instancePath:instancePath+"/unseen",schemaPath:"#/properties/unseen/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
}
else {
const err24 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
validate21.errors = vErrors;
return errors === 0;
}
validate21.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema54 = {"type":"object","additionalProperties":false,"required":["id","title","interface","rule","level","verdict","durationMs","findings","exchanges"],"properties":{"id":{"type":"string"},"title":{"type":"string"},"interface":{"enum":["kv","queue"]},"rule":{"$ref":"#/$defs/ruleId"},"level":{"enum":["must","open"]},"verdict":{"enum":["passed","violated","blocked","not-applicable","observed","harness-error"]},"reason":{"description":"The reason why the scenario is blocked or not applicable, or why its failure is expected.","type":"string"},"expected":{"description":"True if the failure is in a list of known failures.","const":true},"durationMs":{"type":"number","minimum":0},"findings":{"type":"array","items":{"$ref":"#/$defs/finding"}},"leftOut":{"description":"What the target lacks for parts of the scenario, which were left out.","type":"array","items":{"type":"string"}},"observations":{"type":"object","additionalProperties":true},"exchanges":{"type":"array","items":{"$ref":"#/$defs/exchange"}},"repro":{"description":"Shell commands that repeat the failure. They read tokens from the environment.","type":"string"}}};
const schema56 = {"type":"object","additionalProperties":false,"required":["message"],"properties":{"message":{"type":"string"},"rule":{"description":"The rule that the problem violates, if it is not the rule of the scenario.","$ref":"#/$defs/ruleId"},"kind":{"enum":["missing-delivery","status","control","slow"]},"expected":true,"actual":true,"exchange":{"description":"The index in the scenario's exchanges of the exchange that has the problem.","type":"integer","minimum":0}}};

function validate24(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate24.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.message === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "message"},message:"must have required property '"+"message"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!((((((key0 === "message") || (key0 === "rule")) || (key0 === "kind")) || (key0 === "expected")) || (key0 === "actual")) || (key0 === "exchange"))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.message !== undefined){
if(typeof data.message !== "string"){
const err2 = {instancePath:instancePath+"/message",schemaPath:"#/properties/message/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.rule !== undefined){
if(typeof data.rule !== "string"){
const err3 = {instancePath:instancePath+"/rule",schemaPath:"#/$defs/ruleId/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.kind !== undefined){
let data2 = data.kind;
if(!((((data2 === "missing-delivery") || (data2 === "status")) || (data2 === "control")) || (data2 === "slow"))){
const err4 = {instancePath:instancePath+"/kind",schemaPath:"#/properties/kind/enum",keyword:"enum",params:{allowedValues: schema56.properties.kind.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.exchange !== undefined){
let data3 = data.exchange;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
const err5 = {instancePath:instancePath+"/exchange",schemaPath:"#/properties/exchange/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 < 0 || isNaN(data3)){
const err6 = {instancePath:instancePath+"/exchange",schemaPath:"#/properties/exchange/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
}
else {
const err7 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
validate24.errors = vErrors;
return errors === 0;
}
validate24.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema58 = {"type":"object","additionalProperties":false,"required":["request","durationMs"],"properties":{"request":{"type":"object","additionalProperties":false,"required":["method","target","headers"],"properties":{"method":{"type":"string"},"target":{"type":"string"},"headers":{"$ref":"#/$defs/headers"},"body":{"description":"The body if it is valid UTF-8.","type":"string"},"bodyBase64":{"description":"Any other body.","type":"string"},"cut":{"$ref":"#/$defs/cut"}}},"response":{"description":"The response. If there is none, `failure` contains the reason.","type":"object","additionalProperties":false,"required":["status","headers"],"properties":{"status":{"type":"integer"},"headers":{"$ref":"#/$defs/headers"},"body":{"description":"The body if it is valid UTF-8.","type":"string"},"bodyBase64":{"description":"Any other body.","type":"string"},"cut":{"$ref":"#/$defs/cut"}}},"failure":{"type":"string"},"closed":{"description":"True if this suite closed the stream. The body contains the bytes received before that.","const":true},"durationMs":{"type":"number","minimum":0}}};
const schema59 = {"description":"Name and value of each line, in the order they crossed the wire.","type":"array","items":{"type":"array","items":{"type":"string"},"minItems":2,"maxItems":2}};
const schema60 = {"description":"The whole body, if only its beginning is in the report.","type":"object","additionalProperties":false,"required":["bytes","sha256"],"properties":{"bytes":{"$ref":"#/$defs/count"},"sha256":{"type":"string"}}};

function validate27(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate27.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.bytes === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "bytes"},message:"must have required property '"+"bytes"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.sha256 === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "sha256"},message:"must have required property '"+"sha256"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "bytes") || (key0 === "sha256"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.bytes !== undefined){
let data0 = data.bytes;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err3 = {instancePath:instancePath+"/bytes",schemaPath:"#/$defs/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 < 0 || isNaN(data0)){
const err4 = {instancePath:instancePath+"/bytes",schemaPath:"#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
if(data.sha256 !== undefined){
if(typeof data.sha256 !== "string"){
const err5 = {instancePath:instancePath+"/sha256",schemaPath:"#/properties/sha256/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
else {
const err6 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
validate27.errors = vErrors;
return errors === 0;
}
validate27.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate26(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate26.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.request === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "request"},message:"must have required property '"+"request"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.durationMs === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "durationMs"},message:"must have required property '"+"durationMs"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!(((((key0 === "request") || (key0 === "response")) || (key0 === "failure")) || (key0 === "closed")) || (key0 === "durationMs"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.request !== undefined){
let data0 = data.request;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.method === undefined){
const err3 = {instancePath:instancePath+"/request",schemaPath:"#/properties/request/required",keyword:"required",params:{missingProperty: "method"},message:"must have required property '"+"method"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data0.target === undefined){
const err4 = {instancePath:instancePath+"/request",schemaPath:"#/properties/request/required",keyword:"required",params:{missingProperty: "target"},message:"must have required property '"+"target"+"'"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data0.headers === undefined){
const err5 = {instancePath:instancePath+"/request",schemaPath:"#/properties/request/required",keyword:"required",params:{missingProperty: "headers"},message:"must have required property '"+"headers"+"'"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
for(const key1 in data0){
if(!((((((key1 === "method") || (key1 === "target")) || (key1 === "headers")) || (key1 === "body")) || (key1 === "bodyBase64")) || (key1 === "cut"))){
const err6 = {instancePath:instancePath+"/request",schemaPath:"#/properties/request/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data0.method !== undefined){
if(typeof data0.method !== "string"){
const err7 = {instancePath:instancePath+"/request/method",schemaPath:"#/properties/request/properties/method/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data0.target !== undefined){
if(typeof data0.target !== "string"){
const err8 = {instancePath:instancePath+"/request/target",schemaPath:"#/properties/request/properties/target/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data0.headers !== undefined){
let data3 = data0.headers;
if(Array.isArray(data3)){
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
let data4 = data3[i0];
if(Array.isArray(data4)){
if(data4.length > 2){
const err9 = {instancePath:instancePath+"/request/headers/" + i0,schemaPath:"#/$defs/headers/items/maxItems",keyword:"maxItems",params:{limit: 2},message:"must NOT have more than 2 items"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data4.length < 2){
const err10 = {instancePath:instancePath+"/request/headers/" + i0,schemaPath:"#/$defs/headers/items/minItems",keyword:"minItems",params:{limit: 2},message:"must NOT have fewer than 2 items"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
const len1 = data4.length;
for(let i1=0; i1<len1; i1++){
if(typeof data4[i1] !== "string"){
const err11 = {instancePath:instancePath+"/request/headers/" + i0+"/" + i1,schemaPath:"#/$defs/headers/items/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
else {
const err12 = {instancePath:instancePath+"/request/headers/" + i0,schemaPath:"#/$defs/headers/items/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
else {
const err13 = {instancePath:instancePath+"/request/headers",schemaPath:"#/$defs/headers/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data0.body !== undefined){
if(typeof data0.body !== "string"){
const err14 = {instancePath:instancePath+"/request/body",schemaPath:"#/properties/request/properties/body/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data0.bodyBase64 !== undefined){
if(typeof data0.bodyBase64 !== "string"){
const err15 = {instancePath:instancePath+"/request/bodyBase64",schemaPath:"#/properties/request/properties/bodyBase64/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data0.cut !== undefined){
if(!(validate27(data0.cut, {instancePath:instancePath+"/request/cut",parentData:data0,parentDataProperty:"cut",rootData,dynamicAnchors}))){
vErrors = joined(vErrors, validate27.errors);
errors = vErrors.length;
}
}
}
else {
const err16 = {instancePath:instancePath+"/request",schemaPath:"#/properties/request/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.response !== undefined){
let data9 = data.response;
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
if(data9.status === undefined){
const err17 = {instancePath:instancePath+"/response",schemaPath:"#/properties/response/required",keyword:"required",params:{missingProperty: "status"},message:"must have required property '"+"status"+"'"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(data9.headers === undefined){
const err18 = {instancePath:instancePath+"/response",schemaPath:"#/properties/response/required",keyword:"required",params:{missingProperty: "headers"},message:"must have required property '"+"headers"+"'"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
for(const key2 in data9){
if(!(((((key2 === "status") || (key2 === "headers")) || (key2 === "body")) || (key2 === "bodyBase64")) || (key2 === "cut"))){
const err19 = {instancePath:instancePath+"/response",schemaPath:"#/properties/response/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data9.status !== undefined){
let data10 = data9.status;
if(!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))){
const err20 = {instancePath:instancePath+"/response/status",schemaPath:"#/properties/response/properties/status/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data9.headers !== undefined){
let data11 = data9.headers;
if(Array.isArray(data11)){
const len2 = data11.length;
for(let i2=0; i2<len2; i2++){
let data12 = data11[i2];
if(Array.isArray(data12)){
if(data12.length > 2){
const err21 = {instancePath:instancePath+"/response/headers/" + i2,schemaPath:"#/$defs/headers/items/maxItems",keyword:"maxItems",params:{limit: 2},message:"must NOT have more than 2 items"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(data12.length < 2){
const err22 = {instancePath:instancePath+"/response/headers/" + i2,schemaPath:"#/$defs/headers/items/minItems",keyword:"minItems",params:{limit: 2},message:"must NOT have fewer than 2 items"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
const len3 = data12.length;
for(let i3=0; i3<len3; i3++){
if(typeof data12[i3] !== "string"){
const err23 = {instancePath:instancePath+"/response/headers/" + i2+"/" + i3,schemaPath:"#/$defs/headers/items/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
}
else {
const err24 = {instancePath:instancePath+"/response/headers/" + i2,schemaPath:"#/$defs/headers/items/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
}
else {
const err25 = {instancePath:instancePath+"/response/headers",schemaPath:"#/$defs/headers/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data9.body !== undefined){
if(typeof data9.body !== "string"){
const err26 = {instancePath:instancePath+"/response/body",schemaPath:"#/properties/response/properties/body/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data9.bodyBase64 !== undefined){
if(typeof data9.bodyBase64 !== "string"){
const err27 = {instancePath:instancePath+"/response/bodyBase64",schemaPath:"#/properties/response/properties/bodyBase64/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data9.cut !== undefined){
if(!(validate27(data9.cut, {instancePath:instancePath+"/response/cut",parentData:data9,parentDataProperty:"cut",rootData,dynamicAnchors}))){
vErrors = joined(vErrors, validate27.errors);
errors = vErrors.length;
}
}
}
else {
const err28 = {instancePath:instancePath+"/response",schemaPath:"#/properties/response/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data.failure !== undefined){
if(typeof data.failure !== "string"){
const err29 = {instancePath:instancePath+"/failure",schemaPath:"#/properties/failure/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
if(data.closed !== undefined){
if(true !== data.closed){
const err30 = {instancePath:instancePath+"/closed",schemaPath:"#/properties/closed/const",keyword:"const",params:{allowedValue: true},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data.durationMs !== undefined){
let data19 = data.durationMs;
if((typeof data19 == "number") && (isFinite(data19))){
if(data19 < 0 || isNaN(data19)){
const err31 = {instancePath:instancePath+"/durationMs",schemaPath:"#/properties/durationMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
else {
const err32 = {instancePath:instancePath+"/durationMs",schemaPath:"#/properties/durationMs/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
}
else {
const err33 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
validate26.errors = vErrors;
return errors === 0;
}
validate26.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate23(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate23.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.title === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "title"},message:"must have required property '"+"title"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.interface === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "interface"},message:"must have required property '"+"interface"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.rule === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "rule"},message:"must have required property '"+"rule"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.level === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "level"},message:"must have required property '"+"level"+"'"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.verdict === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "verdict"},message:"must have required property '"+"verdict"+"'"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.durationMs === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "durationMs"},message:"must have required property '"+"durationMs"+"'"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data.findings === undefined){
const err7 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "findings"},message:"must have required property '"+"findings"+"'"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data.exchanges === undefined){
const err8 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "exchanges"},message:"must have required property '"+"exchanges"+"'"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
for(const key0 in data){
if(!(func1.call(schema54.properties, key0))){
const err9 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.id !== undefined){
if(typeof data.id !== "string"){
const err10 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.title !== undefined){
if(typeof data.title !== "string"){
const err11 = {instancePath:instancePath+"/title",schemaPath:"#/properties/title/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.interface !== undefined){
let data2 = data.interface;
if(!((data2 === "kv") || (data2 === "queue"))){
const err12 = {instancePath:instancePath+"/interface",schemaPath:"#/properties/interface/enum",keyword:"enum",params:{allowedValues: schema54.properties.interface.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.rule !== undefined){
if(typeof data.rule !== "string"){
const err13 = {instancePath:instancePath+"/rule",schemaPath:"#/$defs/ruleId/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.level !== undefined){
let data4 = data.level;
if(!((data4 === "must") || (data4 === "open"))){
const err14 = {instancePath:instancePath+"/level",schemaPath:"#/properties/level/enum",keyword:"enum",params:{allowedValues: schema54.properties.level.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.verdict !== undefined){
let data5 = data.verdict;
if(!((((((data5 === "passed") || (data5 === "violated")) || (data5 === "blocked")) || (data5 === "not-applicable")) || (data5 === "observed")) || (data5 === "harness-error"))){
const err15 = {instancePath:instancePath+"/verdict",schemaPath:"#/properties/verdict/enum",keyword:"enum",params:{allowedValues: schema54.properties.verdict.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.reason !== undefined){
if(typeof data.reason !== "string"){
const err16 = {instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.expected !== undefined){
if(true !== data.expected){
const err17 = {instancePath:instancePath+"/expected",schemaPath:"#/properties/expected/const",keyword:"const",params:{allowedValue: true},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.durationMs !== undefined){
let data8 = data.durationMs;
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 < 0 || isNaN(data8)){
const err18 = {instancePath:instancePath+"/durationMs",schemaPath:"#/properties/durationMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
else {
const err19 = {instancePath:instancePath+"/durationMs",schemaPath:"#/properties/durationMs/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.findings !== undefined){
let data9 = data.findings;
if(Array.isArray(data9)){
const len0 = data9.length;
for(let i0=0; i0<len0; i0++){
if(!(validate24(data9[i0], {instancePath:instancePath+"/findings/" + i0,parentData:data9,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = joined(vErrors, validate24.errors);
errors = vErrors.length;
}
}
}
else {
const err20 = {instancePath:instancePath+"/findings",schemaPath:"#/properties/findings/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data.leftOut !== undefined){
let data11 = data.leftOut;
if(Array.isArray(data11)){
const len1 = data11.length;
for(let i1=0; i1<len1; i1++){
if(typeof data11[i1] !== "string"){
const err21 = {instancePath:instancePath+"/leftOut/" + i1,schemaPath:"#/properties/leftOut/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
}
else {
const err22 = {instancePath:instancePath+"/leftOut",schemaPath:"#/properties/leftOut/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data.observations !== undefined){
let data13 = data.observations;
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
}
else {
const err23 = {instancePath:instancePath+"/observations",schemaPath:"#/properties/observations/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data.exchanges !== undefined){
let data14 = data.exchanges;
if(Array.isArray(data14)){
const len2 = data14.length;
for(let i2=0; i2<len2; i2++){
if(!(validate26(data14[i2], {instancePath:instancePath+"/exchanges/" + i2,parentData:data14,parentDataProperty:i2,rootData,dynamicAnchors}))){
vErrors = joined(vErrors, validate26.errors);
errors = vErrors.length;
}
}
}
else {
const err24 = {instancePath:instancePath+"/exchanges",schemaPath:"#/properties/exchanges/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data.repro !== undefined){
if(typeof data.repro !== "string"){
const err25 = {instancePath:instancePath+"/repro",schemaPath:"#/properties/repro/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
}
else {
const err26 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
validate23.errors = vErrors;
return errors === 0;
}
validate23.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema63 = {"type":"object","additionalProperties":false,"required":["id","level","quote","verdict","scenarios"],"properties":{"id":{"$ref":"#/$defs/ruleId"},"level":{"enum":["must","open"]},"quote":{"type":"string"},"verdict":{"enum":["conforming","violated","blocked","not-applicable","observed","harness-error","not-judged"]},"scenarios":{"type":"array","items":{"type":"string"}}}};

function validate32(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate32.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.level === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "level"},message:"must have required property '"+"level"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.quote === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "quote"},message:"must have required property '"+"quote"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.verdict === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "verdict"},message:"must have required property '"+"verdict"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.scenarios === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "scenarios"},message:"must have required property '"+"scenarios"+"'"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
for(const key0 in data){
if(!(((((key0 === "id") || (key0 === "level")) || (key0 === "quote")) || (key0 === "verdict")) || (key0 === "scenarios"))){
const err5 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.id !== undefined){
if(typeof data.id !== "string"){
const err6 = {instancePath:instancePath+"/id",schemaPath:"#/$defs/ruleId/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.level !== undefined){
let data1 = data.level;
if(!((data1 === "must") || (data1 === "open"))){
const err7 = {instancePath:instancePath+"/level",schemaPath:"#/properties/level/enum",keyword:"enum",params:{allowedValues: schema63.properties.level.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.quote !== undefined){
if(typeof data.quote !== "string"){
const err8 = {instancePath:instancePath+"/quote",schemaPath:"#/properties/quote/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.verdict !== undefined){
let data3 = data.verdict;
if(!(((((((data3 === "conforming") || (data3 === "violated")) || (data3 === "blocked")) || (data3 === "not-applicable")) || (data3 === "observed")) || (data3 === "harness-error")) || (data3 === "not-judged"))){
const err9 = {instancePath:instancePath+"/verdict",schemaPath:"#/properties/verdict/enum",keyword:"enum",params:{allowedValues: schema63.properties.verdict.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.scenarios !== undefined){
let data4 = data.scenarios;
if(Array.isArray(data4)){
const len0 = data4.length;
for(let i0=0; i0<len0; i0++){
if(typeof data4[i0] !== "string"){
const err10 = {instancePath:instancePath+"/scenarios/" + i0,schemaPath:"#/properties/scenarios/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath:instancePath+"/scenarios",schemaPath:"#/properties/scenarios/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
else {
const err12 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
validate32.errors = vErrors;
return errors === 0;
}
validate32.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="validateReport" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate20.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.format === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "format"},message:"must have required property '"+"format"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.tool === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "tool"},message:"must have required property '"+"tool"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.contract === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "contract"},message:"must have required property '"+"contract"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.target === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "target"},message:"must have required property '"+"target"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.startedAt === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "startedAt"},message:"must have required property '"+"startedAt"+"'"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.durationMs === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "durationMs"},message:"must have required property '"+"durationMs"+"'"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.summary === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "summary"},message:"must have required property '"+"summary"+"'"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data.scenarios === undefined){
const err7 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "scenarios"},message:"must have required property '"+"scenarios"+"'"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data.rules === undefined){
const err8 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "rules"},message:"must have required property '"+"rules"+"'"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
for(const key0 in data){
if(!(func1.call(schema31.properties, key0))){
const err9 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.format !== undefined){
if(1 !== data.format){
const err10 = {instancePath:instancePath+"/format",schemaPath:"#/properties/format/const",keyword:"const",params:{allowedValue: 1},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.tool !== undefined){
let data1 = data.tool;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.name === undefined){
const err11 = {instancePath:instancePath+"/tool",schemaPath:"#/properties/tool/required",keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data1.version === undefined){
const err12 = {instancePath:instancePath+"/tool",schemaPath:"#/properties/tool/required",keyword:"required",params:{missingProperty: "version"},message:"must have required property '"+"version"+"'"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
for(const key1 in data1){
if(!((key1 === "name") || (key1 === "version"))){
const err13 = {instancePath:instancePath+"/tool",schemaPath:"#/properties/tool/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data1.name !== undefined){
if(typeof data1.name !== "string"){
const err14 = {instancePath:instancePath+"/tool/name",schemaPath:"#/properties/tool/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data1.version !== undefined){
if(typeof data1.version !== "string"){
const err15 = {instancePath:instancePath+"/tool/version",schemaPath:"#/properties/tool/properties/version/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
else {
const err16 = {instancePath:instancePath+"/tool",schemaPath:"#/properties/tool/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.contract !== undefined){
let data4 = data.contract;
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
if(data4.kv === undefined){
const err17 = {instancePath:instancePath+"/contract",schemaPath:"#/properties/contract/required",keyword:"required",params:{missingProperty: "kv"},message:"must have required property '"+"kv"+"'"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(data4.queue === undefined){
const err18 = {instancePath:instancePath+"/contract",schemaPath:"#/properties/contract/required",keyword:"required",params:{missingProperty: "queue"},message:"must have required property '"+"queue"+"'"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
for(const key2 in data4){
if(!((key2 === "kv") || (key2 === "queue"))){
const err19 = {instancePath:instancePath+"/contract",schemaPath:"#/properties/contract/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data4.kv !== undefined){
let data5 = data4.kv;
if(typeof data5 === "string"){
if(!pattern4.test(data5)){
const err20 = {instancePath:instancePath+"/contract/kv",schemaPath:"#/properties/contract/properties/kv/pattern",keyword:"pattern",params:{pattern: "^[0-9a-f]{64}$"},message:"must match pattern \""+"^[0-9a-f]{64}$"+"\""};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
else {
const err21 = {instancePath:instancePath+"/contract/kv",schemaPath:"#/properties/contract/properties/kv/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data4.queue !== undefined){
let data6 = data4.queue;
if(typeof data6 === "string"){
if(!pattern4.test(data6)){
const err22 = {instancePath:instancePath+"/contract/queue",schemaPath:"#/properties/contract/properties/queue/pattern",keyword:"pattern",params:{pattern: "^[0-9a-f]{64}$"},message:"must match pattern \""+"^[0-9a-f]{64}$"+"\""};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
else {
const err23 = {instancePath:instancePath+"/contract/queue",schemaPath:"#/properties/contract/properties/queue/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
}
else {
const err24 = {instancePath:instancePath+"/contract",schemaPath:"#/properties/contract/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data.target !== undefined){
let data7 = data.target;
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
if(data7.dialect === undefined){
const err25 = {instancePath:instancePath+"/target",schemaPath:"#/properties/target/required",keyword:"required",params:{missingProperty: "dialect"},message:"must have required property '"+"dialect"+"'"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
if(data7.provider === undefined){
const err26 = {instancePath:instancePath+"/target",schemaPath:"#/properties/target/required",keyword:"required",params:{missingProperty: "provider"},message:"must have required property '"+"provider"+"'"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if(data7.time === undefined){
const err27 = {instancePath:instancePath+"/target",schemaPath:"#/properties/target/required",keyword:"required",params:{missingProperty: "time"},message:"must have required property '"+"time"+"'"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
for(const key3 in data7){
if(!(((((((key3 === "kvUrl") || (key3 === "queueUrl")) || (key3 === "dialect")) || (key3 === "provider")) || (key3 === "time")) || (key3 === "embedded")) || (key3 === "others"))){
const err28 = {instancePath:instancePath+"/target",schemaPath:"#/properties/target/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data7.kvUrl !== undefined){
if(typeof data7.kvUrl !== "string"){
const err29 = {instancePath:instancePath+"/target/kvUrl",schemaPath:"#/properties/target/properties/kvUrl/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
if(data7.queueUrl !== undefined){
if(typeof data7.queueUrl !== "string"){
const err30 = {instancePath:instancePath+"/target/queueUrl",schemaPath:"#/properties/target/properties/queueUrl/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data7.dialect !== undefined){
if(typeof data7.dialect !== "string"){
const err31 = {instancePath:instancePath+"/target/dialect",schemaPath:"#/properties/target/properties/dialect/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
if(data7.provider !== undefined){
if(typeof data7.provider !== "string"){
const err32 = {instancePath:instancePath+"/target/provider",schemaPath:"#/properties/target/properties/provider/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
if(data7.time !== undefined){
let data12 = data7.time;
if(!((data12 === "virtual") || (data12 === "real"))){
const err33 = {instancePath:instancePath+"/target/time",schemaPath:"#/properties/target/properties/time/enum",keyword:"enum",params:{allowedValues: schema31.properties.target.properties.time.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
if(data7.embedded !== undefined){
if(true !== data7.embedded){
const err34 = {instancePath:instancePath+"/target/embedded",schemaPath:"#/properties/target/properties/embedded/const",keyword:"const",params:{allowedValue: true},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
if(data7.others !== undefined){
let data14 = data7.others;
if(Array.isArray(data14)){
const len0 = data14.length;
for(let i0=0; i0<len0; i0++){
let data15 = data14[i0];
if(data15 && typeof data15 == "object" && !Array.isArray(data15)){
for(const key4 in data15){
if(!((key4 === "kvUrl") || (key4 === "queueUrl"))){
const err35 = {instancePath:instancePath+"/target/others/" + i0,schemaPath:"#/properties/target/properties/others/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
if(data15.kvUrl !== undefined){
if(typeof data15.kvUrl !== "string"){
const err36 = {instancePath:instancePath+"/target/others/" + i0+"/kvUrl",schemaPath:"#/properties/target/properties/others/items/properties/kvUrl/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
if(data15.queueUrl !== undefined){
if(typeof data15.queueUrl !== "string"){
const err37 = {instancePath:instancePath+"/target/others/" + i0+"/queueUrl",schemaPath:"#/properties/target/properties/others/items/properties/queueUrl/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
}
else {
const err38 = {instancePath:instancePath+"/target/others/" + i0,schemaPath:"#/properties/target/properties/others/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
}
else {
const err39 = {instancePath:instancePath+"/target/others",schemaPath:"#/properties/target/properties/others/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
}
else {
const err40 = {instancePath:instancePath+"/target",schemaPath:"#/properties/target/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
if(data.shards !== undefined){
let data18 = data.shards;
if(data18 && typeof data18 == "object" && !Array.isArray(data18)){
if(data18.of === undefined){
const err41 = {instancePath:instancePath+"/shards",schemaPath:"#/properties/shards/required",keyword:"required",params:{missingProperty: "of"},message:"must have required property '"+"of"+"'"};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
if(data18.judged === undefined){
const err42 = {instancePath:instancePath+"/shards",schemaPath:"#/properties/shards/required",keyword:"required",params:{missingProperty: "judged"},message:"must have required property '"+"judged"+"'"};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
for(const key5 in data18){
if(!(((key5 === "of") || (key5 === "judged")) || (key5 === "selection"))){
const err43 = {instancePath:instancePath+"/shards",schemaPath:"#/properties/shards/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key5},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
if(data18.of !== undefined){
let data19 = data18.of;
if(!(((typeof data19 == "number") && (!(data19 % 1) && !isNaN(data19))) && (isFinite(data19)))){
const err44 = {instancePath:instancePath+"/shards/of",schemaPath:"#/properties/shards/properties/of/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
if((typeof data19 == "number") && (isFinite(data19))){
if(data19 < 1 || isNaN(data19)){
const err45 = {instancePath:instancePath+"/shards/of",schemaPath:"#/properties/shards/properties/of/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
}
if(data18.judged !== undefined){
let data20 = data18.judged;
if(Array.isArray(data20)){
const len1 = data20.length;
for(let i1=0; i1<len1; i1++){
let data21 = data20[i1];
if(!(((typeof data21 == "number") && (!(data21 % 1) && !isNaN(data21))) && (isFinite(data21)))){
const err46 = {instancePath:instancePath+"/shards/judged/" + i1,schemaPath:"#/properties/shards/properties/judged/items/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
if((typeof data21 == "number") && (isFinite(data21))){
if(data21 < 1 || isNaN(data21)){
const err47 = {instancePath:instancePath+"/shards/judged/" + i1,schemaPath:"#/properties/shards/properties/judged/items/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
}
}
else {
const err48 = {instancePath:instancePath+"/shards/judged",schemaPath:"#/properties/shards/properties/judged/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
}
if(data18.selection !== undefined){
if(typeof data18.selection !== "string"){
const err49 = {instancePath:instancePath+"/shards/selection",schemaPath:"#/properties/shards/properties/selection/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
}
else {
const err50 = {instancePath:instancePath+"/shards",schemaPath:"#/properties/shards/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
if(data.missingShards !== undefined){
let data23 = data.missingShards;
if(Array.isArray(data23)){
const len2 = data23.length;
for(let i2=0; i2<len2; i2++){
let data24 = data23[i2];
if(!(((typeof data24 == "number") && (!(data24 % 1) && !isNaN(data24))) && (isFinite(data24)))){
const err51 = {instancePath:instancePath+"/missingShards/" + i2,schemaPath:"#/properties/missingShards/items/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
if((typeof data24 == "number") && (isFinite(data24))){
if(data24 < 1 || isNaN(data24)){
const err52 = {instancePath:instancePath+"/missingShards/" + i2,schemaPath:"#/properties/missingShards/items/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
}
}
else {
const err53 = {instancePath:instancePath+"/missingShards",schemaPath:"#/properties/missingShards/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
if(data.expectations !== undefined){
let data25 = data.expectations;
if(data25 && typeof data25 == "object" && !Array.isArray(data25)){
if(data25.failing === undefined){
const err54 = {instancePath:instancePath+"/expectations",schemaPath:"#/properties/expectations/required",keyword:"required",params:{missingProperty: "failing"},message:"must have required property '"+"failing"+"'"};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
if(data25.flaky === undefined){
const err55 = {instancePath:instancePath+"/expectations",schemaPath:"#/properties/expectations/required",keyword:"required",params:{missingProperty: "flaky"},message:"must have required property '"+"flaky"+"'"};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
for(const key6 in data25){
if(!((key6 === "failing") || (key6 === "flaky"))){
const err56 = {instancePath:instancePath+"/expectations",schemaPath:"#/properties/expectations/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key6},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
if(data25.failing !== undefined){
let data26 = data25.failing;
if(Array.isArray(data26)){
const len3 = data26.length;
for(let i3=0; i3<len3; i3++){
let data27 = data26[i3];
if(data27 && typeof data27 == "object" && !Array.isArray(data27)){
if(data27.pattern === undefined){
const err57 = {instancePath:instancePath+"/expectations/failing/" + i3,schemaPath:"#/$defs/expectation/required",keyword:"required",params:{missingProperty: "pattern"},message:"must have required property '"+"pattern"+"'"};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
if(data27.reason === undefined){
const err58 = {instancePath:instancePath+"/expectations/failing/" + i3,schemaPath:"#/$defs/expectation/required",keyword:"required",params:{missingProperty: "reason"},message:"must have required property '"+"reason"+"'"};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
for(const key7 in data27){
if(!(((key7 === "pattern") || (key7 === "until")) || (key7 === "reason"))){
const err59 = {instancePath:instancePath+"/expectations/failing/" + i3,schemaPath:"#/$defs/expectation/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key7},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
}
if(data27.pattern !== undefined){
if(typeof data27.pattern !== "string"){
const err60 = {instancePath:instancePath+"/expectations/failing/" + i3+"/pattern",schemaPath:"#/$defs/expectation/properties/pattern/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
}
if(data27.until !== undefined){
if(typeof data27.until !== "string"){
const err61 = {instancePath:instancePath+"/expectations/failing/" + i3+"/until",schemaPath:"#/$defs/expectation/properties/until/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
}
if(data27.reason !== undefined){
if(typeof data27.reason !== "string"){
const err62 = {instancePath:instancePath+"/expectations/failing/" + i3+"/reason",schemaPath:"#/$defs/expectation/properties/reason/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
}
}
else {
const err63 = {instancePath:instancePath+"/expectations/failing/" + i3,schemaPath:"#/$defs/expectation/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
}
}
else {
const err64 = {instancePath:instancePath+"/expectations/failing",schemaPath:"#/properties/expectations/properties/failing/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
}
if(data25.flaky !== undefined){
let data31 = data25.flaky;
if(Array.isArray(data31)){
const len4 = data31.length;
for(let i4=0; i4<len4; i4++){
let data32 = data31[i4];
if(data32 && typeof data32 == "object" && !Array.isArray(data32)){
if(data32.pattern === undefined){
const err65 = {instancePath:instancePath+"/expectations/flaky/" + i4,schemaPath:"#/$defs/expectation/required",keyword:"required",params:{missingProperty: "pattern"},message:"must have required property '"+"pattern"+"'"};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
if(data32.reason === undefined){
const err66 = {instancePath:instancePath+"/expectations/flaky/" + i4,schemaPath:"#/$defs/expectation/required",keyword:"required",params:{missingProperty: "reason"},message:"must have required property '"+"reason"+"'"};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
for(const key8 in data32){
if(!(((key8 === "pattern") || (key8 === "until")) || (key8 === "reason"))){
const err67 = {instancePath:instancePath+"/expectations/flaky/" + i4,schemaPath:"#/$defs/expectation/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key8},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
}
if(data32.pattern !== undefined){
if(typeof data32.pattern !== "string"){
const err68 = {instancePath:instancePath+"/expectations/flaky/" + i4+"/pattern",schemaPath:"#/$defs/expectation/properties/pattern/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
}
if(data32.until !== undefined){
if(typeof data32.until !== "string"){
const err69 = {instancePath:instancePath+"/expectations/flaky/" + i4+"/until",schemaPath:"#/$defs/expectation/properties/until/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
}
if(data32.reason !== undefined){
if(typeof data32.reason !== "string"){
const err70 = {instancePath:instancePath+"/expectations/flaky/" + i4+"/reason",schemaPath:"#/$defs/expectation/properties/reason/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
}
}
else {
const err71 = {instancePath:instancePath+"/expectations/flaky/" + i4,schemaPath:"#/$defs/expectation/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
}
}
else {
const err72 = {instancePath:instancePath+"/expectations/flaky",schemaPath:"#/properties/expectations/properties/flaky/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
}
}
else {
const err73 = {instancePath:instancePath+"/expectations",schemaPath:"#/properties/expectations/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
}
if(data.stale !== undefined){
let data36 = data.stale;
if(Array.isArray(data36)){
const len5 = data36.length;
for(let i5=0; i5<len5; i5++){
if(typeof data36[i5] !== "string"){
const err74 = {instancePath:instancePath+"/stale/" + i5,schemaPath:"#/properties/stale/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
}
}
else {
const err75 = {instancePath:instancePath+"/stale",schemaPath:"#/properties/stale/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err75];
}
else {
vErrors.push(err75);
}
errors++;
}
}
if(data.unjudged !== undefined){
if(typeof data.unjudged !== "string"){
const err76 = {instancePath:instancePath+"/unjudged",schemaPath:"#/properties/unjudged/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err76];
}
else {
vErrors.push(err76);
}
errors++;
}
}
if(data.draw !== undefined){
let data39 = data.draw;
if(data39 && typeof data39 == "object" && !Array.isArray(data39)){
if(data39.thorough === undefined){
const err77 = {instancePath:instancePath+"/draw",schemaPath:"#/properties/draw/required",keyword:"required",params:{missingProperty: "thorough"},message:"must have required property '"+"thorough"+"'"};
if(vErrors === null){
vErrors = [err77];
}
else {
vErrors.push(err77);
}
errors++;
}
if(data39.seed === undefined){
const err78 = {instancePath:instancePath+"/draw",schemaPath:"#/properties/draw/required",keyword:"required",params:{missingProperty: "seed"},message:"must have required property '"+"seed"+"'"};
if(vErrors === null){
vErrors = [err78];
}
else {
vErrors.push(err78);
}
errors++;
}
for(const key9 in data39){
if(!((key9 === "thorough") || (key9 === "seed"))){
const err79 = {instancePath:instancePath+"/draw",schemaPath:"#/properties/draw/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key9},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err79];
}
else {
vErrors.push(err79);
}
errors++;
}
}
if(data39.thorough !== undefined){
let data40 = data39.thorough;
if(!(((typeof data40 == "number") && (!(data40 % 1) && !isNaN(data40))) && (isFinite(data40)))){
const err80 = {instancePath:instancePath+"/draw/thorough",schemaPath:"#/properties/draw/properties/thorough/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err80];
}
else {
vErrors.push(err80);
}
errors++;
}
}
if(data39.seed !== undefined){
let data41 = data39.seed;
if(!(((typeof data41 == "number") && (!(data41 % 1) && !isNaN(data41))) && (isFinite(data41)))){
const err81 = {instancePath:instancePath+"/draw/seed",schemaPath:"#/properties/draw/properties/seed/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err81];
}
else {
vErrors.push(err81);
}
errors++;
}
}
}
else {
const err82 = {instancePath:instancePath+"/draw",schemaPath:"#/properties/draw/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err82];
}
else {
vErrors.push(err82);
}
errors++;
}
}
if(data.interrupted !== undefined){
if(true !== data.interrupted){
const err83 = {instancePath:instancePath+"/interrupted",schemaPath:"#/properties/interrupted/const",keyword:"const",params:{allowedValue: true},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err83];
}
else {
vErrors.push(err83);
}
errors++;
}
}
if(data.bailed !== undefined){
if(true !== data.bailed){
const err84 = {instancePath:instancePath+"/bailed",schemaPath:"#/properties/bailed/const",keyword:"const",params:{allowedValue: true},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err84];
}
else {
vErrors.push(err84);
}
errors++;
}
}
if(data.gone !== undefined){
let data44 = data.gone;
if(Array.isArray(data44)){
const len6 = data44.length;
for(let i6=0; i6<len6; i6++){
if(typeof data44[i6] !== "string"){
const err85 = {instancePath:instancePath+"/gone/" + i6,schemaPath:"#/properties/gone/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err85];
}
else {
vErrors.push(err85);
}
errors++;
}
}
}
else {
const err86 = {instancePath:instancePath+"/gone",schemaPath:"#/properties/gone/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err86];
}
else {
vErrors.push(err86);
}
errors++;
}
}
if(data.outages !== undefined){
let data46 = data.outages;
if(Array.isArray(data46)){
const len7 = data46.length;
for(let i7=0; i7<len7; i7++){
let data47 = data46[i7];
if(data47 && typeof data47 == "object" && !Array.isArray(data47)){
if(data47.kind === undefined){
const err87 = {instancePath:instancePath+"/outages/" + i7,schemaPath:"#/properties/outages/items/required",keyword:"required",params:{missingProperty: "kind"},message:"must have required property '"+"kind"+"'"};
if(vErrors === null){
vErrors = [err87];
}
else {
vErrors.push(err87);
}
errors++;
}
if(data47.scenario === undefined){
const err88 = {instancePath:instancePath+"/outages/" + i7,schemaPath:"#/properties/outages/items/required",keyword:"required",params:{missingProperty: "scenario"},message:"must have required property '"+"scenario"+"'"};
if(vErrors === null){
vErrors = [err88];
}
else {
vErrors.push(err88);
}
errors++;
}
if(data47.problem === undefined){
const err89 = {instancePath:instancePath+"/outages/" + i7,schemaPath:"#/properties/outages/items/required",keyword:"required",params:{missingProperty: "problem"},message:"must have required property '"+"problem"+"'"};
if(vErrors === null){
vErrors = [err89];
}
else {
vErrors.push(err89);
}
errors++;
}
for(const key10 in data47){
if(!((((key10 === "kind") || (key10 === "url")) || (key10 === "scenario")) || (key10 === "problem"))){
const err90 = {instancePath:instancePath+"/outages/" + i7,schemaPath:"#/properties/outages/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key10},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err90];
}
else {
vErrors.push(err90);
}
errors++;
}
}
if(data47.kind !== undefined){
let data48 = data47.kind;
if(!(((((data48 === "silent") || (data48 === "away")) || (data48 === "limited")) || (data48 === "unreadable")) || (data48 === "control"))){
const err91 = {instancePath:instancePath+"/outages/" + i7+"/kind",schemaPath:"#/properties/outages/items/properties/kind/enum",keyword:"enum",params:{allowedValues: schema31.properties.outages.items.properties.kind.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err91];
}
else {
vErrors.push(err91);
}
errors++;
}
}
if(data47.url !== undefined){
if(typeof data47.url !== "string"){
const err92 = {instancePath:instancePath+"/outages/" + i7+"/url",schemaPath:"#/properties/outages/items/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err92];
}
else {
vErrors.push(err92);
}
errors++;
}
}
if(data47.scenario !== undefined){
if(typeof data47.scenario !== "string"){
const err93 = {instancePath:instancePath+"/outages/" + i7+"/scenario",schemaPath:"#/properties/outages/items/properties/scenario/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err93];
}
else {
vErrors.push(err93);
}
errors++;
}
}
if(data47.problem !== undefined){
if(typeof data47.problem !== "string"){
const err94 = {instancePath:instancePath+"/outages/" + i7+"/problem",schemaPath:"#/properties/outages/items/properties/problem/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err94];
}
else {
vErrors.push(err94);
}
errors++;
}
}
}
else {
const err95 = {instancePath:instancePath+"/outages/" + i7,schemaPath:"#/properties/outages/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err95];
}
else {
vErrors.push(err95);
}
errors++;
}
}
}
else {
const err96 = {instancePath:instancePath+"/outages",schemaPath:"#/properties/outages/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err96];
}
else {
vErrors.push(err96);
}
errors++;
}
}
if(data.lacks !== undefined){
let data52 = data.lacks;
if(Array.isArray(data52)){
const len8 = data52.length;
for(let i8=0; i8<len8; i8++){
let data53 = data52[i8];
if(data53 && typeof data53 == "object" && !Array.isArray(data53)){
if(data53.interface === undefined){
const err97 = {instancePath:instancePath+"/lacks/" + i8,schemaPath:"#/properties/lacks/items/required",keyword:"required",params:{missingProperty: "interface"},message:"must have required property '"+"interface"+"'"};
if(vErrors === null){
vErrors = [err97];
}
else {
vErrors.push(err97);
}
errors++;
}
if(data53.name === undefined){
const err98 = {instancePath:instancePath+"/lacks/" + i8,schemaPath:"#/properties/lacks/items/required",keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'"};
if(vErrors === null){
vErrors = [err98];
}
else {
vErrors.push(err98);
}
errors++;
}
if(data53.rules === undefined){
const err99 = {instancePath:instancePath+"/lacks/" + i8,schemaPath:"#/properties/lacks/items/required",keyword:"required",params:{missingProperty: "rules"},message:"must have required property '"+"rules"+"'"};
if(vErrors === null){
vErrors = [err99];
}
else {
vErrors.push(err99);
}
errors++;
}
if(data53.scenarios === undefined){
const err100 = {instancePath:instancePath+"/lacks/" + i8,schemaPath:"#/properties/lacks/items/required",keyword:"required",params:{missingProperty: "scenarios"},message:"must have required property '"+"scenarios"+"'"};
if(vErrors === null){
vErrors = [err100];
}
else {
vErrors.push(err100);
}
errors++;
}
if(data53.parts === undefined){
const err101 = {instancePath:instancePath+"/lacks/" + i8,schemaPath:"#/properties/lacks/items/required",keyword:"required",params:{missingProperty: "parts"},message:"must have required property '"+"parts"+"'"};
if(vErrors === null){
vErrors = [err101];
}
else {
vErrors.push(err101);
}
errors++;
}
for(const key11 in data53){
if(!(((((key11 === "interface") || (key11 === "name")) || (key11 === "rules")) || (key11 === "scenarios")) || (key11 === "parts"))){
const err102 = {instancePath:instancePath+"/lacks/" + i8,schemaPath:"#/properties/lacks/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key11},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err102];
}
else {
vErrors.push(err102);
}
errors++;
}
}
if(data53.interface !== undefined){
let data54 = data53.interface;
if(!((data54 === "kv") || (data54 === "queue"))){
const err103 = {instancePath:instancePath+"/lacks/" + i8+"/interface",schemaPath:"#/properties/lacks/items/properties/interface/enum",keyword:"enum",params:{allowedValues: schema31.properties.lacks.items.properties.interface.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err103];
}
else {
vErrors.push(err103);
}
errors++;
}
}
if(data53.name !== undefined){
if(typeof data53.name !== "string"){
const err104 = {instancePath:instancePath+"/lacks/" + i8+"/name",schemaPath:"#/properties/lacks/items/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err104];
}
else {
vErrors.push(err104);
}
errors++;
}
}
if(data53.rules !== undefined){
let data56 = data53.rules;
if(Array.isArray(data56)){
const len9 = data56.length;
for(let i9=0; i9<len9; i9++){
if(typeof data56[i9] !== "string"){
const err105 = {instancePath:instancePath+"/lacks/" + i8+"/rules/" + i9,schemaPath:"#/properties/lacks/items/properties/rules/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err105];
}
else {
vErrors.push(err105);
}
errors++;
}
}
}
else {
const err106 = {instancePath:instancePath+"/lacks/" + i8+"/rules",schemaPath:"#/properties/lacks/items/properties/rules/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err106];
}
else {
vErrors.push(err106);
}
errors++;
}
}
if(data53.scenarios !== undefined){
let data58 = data53.scenarios;
if(!(((typeof data58 == "number") && (!(data58 % 1) && !isNaN(data58))) && (isFinite(data58)))){
const err107 = {instancePath:instancePath+"/lacks/" + i8+"/scenarios",schemaPath:"#/properties/lacks/items/properties/scenarios/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err107];
}
else {
vErrors.push(err107);
}
errors++;
}
if((typeof data58 == "number") && (isFinite(data58))){
if(data58 < 0 || isNaN(data58)){
const err108 = {instancePath:instancePath+"/lacks/" + i8+"/scenarios",schemaPath:"#/properties/lacks/items/properties/scenarios/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err108];
}
else {
vErrors.push(err108);
}
errors++;
}
}
}
if(data53.parts !== undefined){
let data59 = data53.parts;
if(!(((typeof data59 == "number") && (!(data59 % 1) && !isNaN(data59))) && (isFinite(data59)))){
const err109 = {instancePath:instancePath+"/lacks/" + i8+"/parts",schemaPath:"#/properties/lacks/items/properties/parts/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err109];
}
else {
vErrors.push(err109);
}
errors++;
}
if((typeof data59 == "number") && (isFinite(data59))){
if(data59 < 0 || isNaN(data59)){
const err110 = {instancePath:instancePath+"/lacks/" + i8+"/parts",schemaPath:"#/properties/lacks/items/properties/parts/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err110];
}
else {
vErrors.push(err110);
}
errors++;
}
}
}
}
else {
const err111 = {instancePath:instancePath+"/lacks/" + i8,schemaPath:"#/properties/lacks/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err111];
}
else {
vErrors.push(err111);
}
errors++;
}
}
}
else {
const err112 = {instancePath:instancePath+"/lacks",schemaPath:"#/properties/lacks/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err112];
}
else {
vErrors.push(err112);
}
errors++;
}
}
if(data.harmed !== undefined){
let data60 = data.harmed;
if(Array.isArray(data60)){
const len10 = data60.length;
for(let i10=0; i10<len10; i10++){
let data61 = data60[i10];
if(data61 && typeof data61 == "object" && !Array.isArray(data61)){
if(data61.scenario === undefined){
const err113 = {instancePath:instancePath+"/harmed/" + i10,schemaPath:"#/properties/harmed/items/required",keyword:"required",params:{missingProperty: "scenario"},message:"must have required property '"+"scenario"+"'"};
if(vErrors === null){
vErrors = [err113];
}
else {
vErrors.push(err113);
}
errors++;
}
if(data61.problem === undefined){
const err114 = {instancePath:instancePath+"/harmed/" + i10,schemaPath:"#/properties/harmed/items/required",keyword:"required",params:{missingProperty: "problem"},message:"must have required property '"+"problem"+"'"};
if(vErrors === null){
vErrors = [err114];
}
else {
vErrors.push(err114);
}
errors++;
}
if(data61.back === undefined){
const err115 = {instancePath:instancePath+"/harmed/" + i10,schemaPath:"#/properties/harmed/items/required",keyword:"required",params:{missingProperty: "back"},message:"must have required property '"+"back"+"'"};
if(vErrors === null){
vErrors = [err115];
}
else {
vErrors.push(err115);
}
errors++;
}
if(data61.notRun === undefined){
const err116 = {instancePath:instancePath+"/harmed/" + i10,schemaPath:"#/properties/harmed/items/required",keyword:"required",params:{missingProperty: "notRun"},message:"must have required property '"+"notRun"+"'"};
if(vErrors === null){
vErrors = [err116];
}
else {
vErrors.push(err116);
}
errors++;
}
for(const key12 in data61){
if(!((((key12 === "scenario") || (key12 === "problem")) || (key12 === "back")) || (key12 === "notRun"))){
const err117 = {instancePath:instancePath+"/harmed/" + i10,schemaPath:"#/properties/harmed/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key12},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err117];
}
else {
vErrors.push(err117);
}
errors++;
}
}
if(data61.scenario !== undefined){
if(typeof data61.scenario !== "string"){
const err118 = {instancePath:instancePath+"/harmed/" + i10+"/scenario",schemaPath:"#/properties/harmed/items/properties/scenario/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err118];
}
else {
vErrors.push(err118);
}
errors++;
}
}
if(data61.problem !== undefined){
if(typeof data61.problem !== "string"){
const err119 = {instancePath:instancePath+"/harmed/" + i10+"/problem",schemaPath:"#/properties/harmed/items/properties/problem/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err119];
}
else {
vErrors.push(err119);
}
errors++;
}
}
if(data61.back !== undefined){
if(typeof data61.back !== "boolean"){
const err120 = {instancePath:instancePath+"/harmed/" + i10+"/back",schemaPath:"#/properties/harmed/items/properties/back/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err120];
}
else {
vErrors.push(err120);
}
errors++;
}
}
if(data61.notRun !== undefined){
let data65 = data61.notRun;
if(!(((typeof data65 == "number") && (!(data65 % 1) && !isNaN(data65))) && (isFinite(data65)))){
const err121 = {instancePath:instancePath+"/harmed/" + i10+"/notRun",schemaPath:"#/properties/harmed/items/properties/notRun/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err121];
}
else {
vErrors.push(err121);
}
errors++;
}
if((typeof data65 == "number") && (isFinite(data65))){
if(data65 < 0 || isNaN(data65)){
const err122 = {instancePath:instancePath+"/harmed/" + i10+"/notRun",schemaPath:"#/properties/harmed/items/properties/notRun/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err122];
}
else {
vErrors.push(err122);
}
errors++;
}
}
}
}
else {
const err123 = {instancePath:instancePath+"/harmed/" + i10,schemaPath:"#/properties/harmed/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err123];
}
else {
vErrors.push(err123);
}
errors++;
}
}
}
else {
const err124 = {instancePath:instancePath+"/harmed",schemaPath:"#/properties/harmed/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err124];
}
else {
vErrors.push(err124);
}
errors++;
}
}
if(data.cutOff !== undefined){
let data66 = data.cutOff;
if(Array.isArray(data66)){
const len11 = data66.length;
for(let i11=0; i11<len11; i11++){
let data67 = data66[i11];
if(data67 && typeof data67 == "object" && !Array.isArray(data67)){
if(data67.scenario === undefined){
const err125 = {instancePath:instancePath+"/cutOff/" + i11,schemaPath:"#/properties/cutOff/items/required",keyword:"required",params:{missingProperty: "scenario"},message:"must have required property '"+"scenario"+"'"};
if(vErrors === null){
vErrors = [err125];
}
else {
vErrors.push(err125);
}
errors++;
}
if(data67.method === undefined){
const err126 = {instancePath:instancePath+"/cutOff/" + i11,schemaPath:"#/properties/cutOff/items/required",keyword:"required",params:{missingProperty: "method"},message:"must have required property '"+"method"+"'"};
if(vErrors === null){
vErrors = [err126];
}
else {
vErrors.push(err126);
}
errors++;
}
if(data67.target === undefined){
const err127 = {instancePath:instancePath+"/cutOff/" + i11,schemaPath:"#/properties/cutOff/items/required",keyword:"required",params:{missingProperty: "target"},message:"must have required property '"+"target"+"'"};
if(vErrors === null){
vErrors = [err127];
}
else {
vErrors.push(err127);
}
errors++;
}
for(const key13 in data67){
if(!((((key13 === "scenario") || (key13 === "method")) || (key13 === "target")) || (key13 === "body"))){
const err128 = {instancePath:instancePath+"/cutOff/" + i11,schemaPath:"#/properties/cutOff/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key13},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err128];
}
else {
vErrors.push(err128);
}
errors++;
}
}
if(data67.scenario !== undefined){
if(typeof data67.scenario !== "string"){
const err129 = {instancePath:instancePath+"/cutOff/" + i11+"/scenario",schemaPath:"#/properties/cutOff/items/properties/scenario/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err129];
}
else {
vErrors.push(err129);
}
errors++;
}
}
if(data67.method !== undefined){
if(typeof data67.method !== "string"){
const err130 = {instancePath:instancePath+"/cutOff/" + i11+"/method",schemaPath:"#/properties/cutOff/items/properties/method/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err130];
}
else {
vErrors.push(err130);
}
errors++;
}
}
if(data67.target !== undefined){
if(typeof data67.target !== "string"){
const err131 = {instancePath:instancePath+"/cutOff/" + i11+"/target",schemaPath:"#/properties/cutOff/items/properties/target/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err131];
}
else {
vErrors.push(err131);
}
errors++;
}
}
if(data67.body !== undefined){
if(typeof data67.body !== "string"){
const err132 = {instancePath:instancePath+"/cutOff/" + i11+"/body",schemaPath:"#/properties/cutOff/items/properties/body/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err132];
}
else {
vErrors.push(err132);
}
errors++;
}
}
}
else {
const err133 = {instancePath:instancePath+"/cutOff/" + i11,schemaPath:"#/properties/cutOff/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err133];
}
else {
vErrors.push(err133);
}
errors++;
}
}
}
else {
const err134 = {instancePath:instancePath+"/cutOff",schemaPath:"#/properties/cutOff/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err134];
}
else {
vErrors.push(err134);
}
errors++;
}
}
if(data.sentAgain !== undefined){
let data72 = data.sentAgain;
if(data72 && typeof data72 == "object" && !Array.isArray(data72)){
if(data72.requests === undefined){
const err135 = {instancePath:instancePath+"/sentAgain",schemaPath:"#/properties/sentAgain/required",keyword:"required",params:{missingProperty: "requests"},message:"must have required property '"+"requests"+"'"};
if(vErrors === null){
vErrors = [err135];
}
else {
vErrors.push(err135);
}
errors++;
}
if(data72.of === undefined){
const err136 = {instancePath:instancePath+"/sentAgain",schemaPath:"#/properties/sentAgain/required",keyword:"required",params:{missingProperty: "of"},message:"must have required property '"+"of"+"'"};
if(vErrors === null){
vErrors = [err136];
}
else {
vErrors.push(err136);
}
errors++;
}
for(const key14 in data72){
if(!((key14 === "requests") || (key14 === "of"))){
const err137 = {instancePath:instancePath+"/sentAgain",schemaPath:"#/properties/sentAgain/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key14},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err137];
}
else {
vErrors.push(err137);
}
errors++;
}
}
if(data72.requests !== undefined){
let data73 = data72.requests;
if(!(((typeof data73 == "number") && (!(data73 % 1) && !isNaN(data73))) && (isFinite(data73)))){
const err138 = {instancePath:instancePath+"/sentAgain/requests",schemaPath:"#/$defs/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err138];
}
else {
vErrors.push(err138);
}
errors++;
}
if((typeof data73 == "number") && (isFinite(data73))){
if(data73 < 0 || isNaN(data73)){
const err139 = {instancePath:instancePath+"/sentAgain/requests",schemaPath:"#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err139];
}
else {
vErrors.push(err139);
}
errors++;
}
}
}
if(data72.of !== undefined){
let data74 = data72.of;
if(!(((typeof data74 == "number") && (!(data74 % 1) && !isNaN(data74))) && (isFinite(data74)))){
const err140 = {instancePath:instancePath+"/sentAgain/of",schemaPath:"#/$defs/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err140];
}
else {
vErrors.push(err140);
}
errors++;
}
if((typeof data74 == "number") && (isFinite(data74))){
if(data74 < 0 || isNaN(data74)){
const err141 = {instancePath:instancePath+"/sentAgain/of",schemaPath:"#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err141];
}
else {
vErrors.push(err141);
}
errors++;
}
}
}
}
else {
const err142 = {instancePath:instancePath+"/sentAgain",schemaPath:"#/properties/sentAgain/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err142];
}
else {
vErrors.push(err142);
}
errors++;
}
}
if(data.undelivered !== undefined){
if(typeof data.undelivered !== "string"){
const err143 = {instancePath:instancePath+"/undelivered",schemaPath:"#/properties/undelivered/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err143];
}
else {
vErrors.push(err143);
}
errors++;
}
}
if(data.coverage !== undefined){
let data76 = data.coverage;
if(data76 && typeof data76 == "object" && !Array.isArray(data76)){
if(data76.exchanges === undefined){
const err144 = {instancePath:instancePath+"/coverage",schemaPath:"#/properties/coverage/required",keyword:"required",params:{missingProperty: "exchanges"},message:"must have required property '"+"exchanges"+"'"};
if(vErrors === null){
vErrors = [err144];
}
else {
vErrors.push(err144);
}
errors++;
}
if(data76.documented === undefined){
const err145 = {instancePath:instancePath+"/coverage",schemaPath:"#/properties/coverage/required",keyword:"required",params:{missingProperty: "documented"},message:"must have required property '"+"documented"+"'"};
if(vErrors === null){
vErrors = [err145];
}
else {
vErrors.push(err145);
}
errors++;
}
if(data76.broken === undefined){
const err146 = {instancePath:instancePath+"/coverage",schemaPath:"#/properties/coverage/required",keyword:"required",params:{missingProperty: "broken"},message:"must have required property '"+"broken"+"'"};
if(vErrors === null){
vErrors = [err146];
}
else {
vErrors.push(err146);
}
errors++;
}
if(data76.operations === undefined){
const err147 = {instancePath:instancePath+"/coverage",schemaPath:"#/properties/coverage/required",keyword:"required",params:{missingProperty: "operations"},message:"must have required property '"+"operations"+"'"};
if(vErrors === null){
vErrors = [err147];
}
else {
vErrors.push(err147);
}
errors++;
}
if(data76.rules === undefined){
const err148 = {instancePath:instancePath+"/coverage",schemaPath:"#/properties/coverage/required",keyword:"required",params:{missingProperty: "rules"},message:"must have required property '"+"rules"+"'"};
if(vErrors === null){
vErrors = [err148];
}
else {
vErrors.push(err148);
}
errors++;
}
if(data76.undocumented === undefined){
const err149 = {instancePath:instancePath+"/coverage",schemaPath:"#/properties/coverage/required",keyword:"required",params:{missingProperty: "undocumented"},message:"must have required property '"+"undocumented"+"'"};
if(vErrors === null){
vErrors = [err149];
}
else {
vErrors.push(err149);
}
errors++;
}
if(data76.unjudged === undefined){
const err150 = {instancePath:instancePath+"/coverage",schemaPath:"#/properties/coverage/required",keyword:"required",params:{missingProperty: "unjudged"},message:"must have required property '"+"unjudged"+"'"};
if(vErrors === null){
vErrors = [err150];
}
else {
vErrors.push(err150);
}
errors++;
}
for(const key15 in data76){
if(!((((((((key15 === "exchanges") || (key15 === "documented")) || (key15 === "broken")) || (key15 === "incomplete")) || (key15 === "operations")) || (key15 === "rules")) || (key15 === "undocumented")) || (key15 === "unjudged"))){
const err151 = {instancePath:instancePath+"/coverage",schemaPath:"#/properties/coverage/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key15},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err151];
}
else {
vErrors.push(err151);
}
errors++;
}
}
if(data76.exchanges !== undefined){
let data77 = data76.exchanges;
if(!(((typeof data77 == "number") && (!(data77 % 1) && !isNaN(data77))) && (isFinite(data77)))){
const err152 = {instancePath:instancePath+"/coverage/exchanges",schemaPath:"#/$defs/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err152];
}
else {
vErrors.push(err152);
}
errors++;
}
if((typeof data77 == "number") && (isFinite(data77))){
if(data77 < 0 || isNaN(data77)){
const err153 = {instancePath:instancePath+"/coverage/exchanges",schemaPath:"#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err153];
}
else {
vErrors.push(err153);
}
errors++;
}
}
}
if(data76.documented !== undefined){
let data78 = data76.documented;
if(!(((typeof data78 == "number") && (!(data78 % 1) && !isNaN(data78))) && (isFinite(data78)))){
const err154 = {instancePath:instancePath+"/coverage/documented",schemaPath:"#/$defs/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err154];
}
else {
vErrors.push(err154);
}
errors++;
}
if((typeof data78 == "number") && (isFinite(data78))){
if(data78 < 0 || isNaN(data78)){
const err155 = {instancePath:instancePath+"/coverage/documented",schemaPath:"#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err155];
}
else {
vErrors.push(err155);
}
errors++;
}
}
}
if(data76.broken !== undefined){
let data79 = data76.broken;
if(!(((typeof data79 == "number") && (!(data79 % 1) && !isNaN(data79))) && (isFinite(data79)))){
const err156 = {instancePath:instancePath+"/coverage/broken",schemaPath:"#/$defs/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err156];
}
else {
vErrors.push(err156);
}
errors++;
}
if((typeof data79 == "number") && (isFinite(data79))){
if(data79 < 0 || isNaN(data79)){
const err157 = {instancePath:instancePath+"/coverage/broken",schemaPath:"#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err157];
}
else {
vErrors.push(err157);
}
errors++;
}
}
}
if(data76.incomplete !== undefined){
let data80 = data76.incomplete;
if(!(((typeof data80 == "number") && (!(data80 % 1) && !isNaN(data80))) && (isFinite(data80)))){
const err158 = {instancePath:instancePath+"/coverage/incomplete",schemaPath:"#/$defs/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err158];
}
else {
vErrors.push(err158);
}
errors++;
}
if((typeof data80 == "number") && (isFinite(data80))){
if(data80 < 0 || isNaN(data80)){
const err159 = {instancePath:instancePath+"/coverage/incomplete",schemaPath:"#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err159];
}
else {
vErrors.push(err159);
}
errors++;
}
}
}
if(data76.operations !== undefined){
let data81 = data76.operations;
if(Array.isArray(data81)){
const len12 = data81.length;
for(let i12=0; i12<len12; i12++){
if(!(validate21(data81[i12], {instancePath:instancePath+"/coverage/operations/" + i12,parentData:data81,parentDataProperty:i12,rootData,dynamicAnchors}))){
vErrors = joined(vErrors, validate21.errors);
errors = vErrors.length;
}
}
}
else {
const err160 = {instancePath:instancePath+"/coverage/operations",schemaPath:"#/properties/coverage/properties/operations/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err160];
}
else {
vErrors.push(err160);
}
errors++;
}
}
if(data76.rules !== undefined){
let data83 = data76.rules;
if(Array.isArray(data83)){
const len13 = data83.length;
for(let i13=0; i13<len13; i13++){
let data84 = data83[i13];
if(data84 && typeof data84 == "object" && !Array.isArray(data84)){
if(data84.id === undefined){
const err161 = {instancePath:instancePath+"/coverage/rules/" + i13,schemaPath:"#/properties/coverage/properties/rules/items/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'"};
if(vErrors === null){
vErrors = [err161];
}
else {
vErrors.push(err161);
}
errors++;
}
if(data84.exchanges === undefined){
const err162 = {instancePath:instancePath+"/coverage/rules/" + i13,schemaPath:"#/properties/coverage/properties/rules/items/required",keyword:"required",params:{missingProperty: "exchanges"},message:"must have required property '"+"exchanges"+"'"};
if(vErrors === null){
vErrors = [err162];
}
else {
vErrors.push(err162);
}
errors++;
}
for(const key16 in data84){
if(!((key16 === "id") || (key16 === "exchanges"))){
const err163 = {instancePath:instancePath+"/coverage/rules/" + i13,schemaPath:"#/properties/coverage/properties/rules/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key16},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err163];
}
else {
vErrors.push(err163);
}
errors++;
}
}
if(data84.id !== undefined){
if(typeof data84.id !== "string"){
const err164 = {instancePath:instancePath+"/coverage/rules/" + i13+"/id",schemaPath:"#/$defs/ruleId/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err164];
}
else {
vErrors.push(err164);
}
errors++;
}
}
if(data84.exchanges !== undefined){
let data86 = data84.exchanges;
if(!(((typeof data86 == "number") && (!(data86 % 1) && !isNaN(data86))) && (isFinite(data86)))){
const err165 = {instancePath:instancePath+"/coverage/rules/" + i13+"/exchanges",schemaPath:"#/$defs/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err165];
}
else {
vErrors.push(err165);
}
errors++;
}
if((typeof data86 == "number") && (isFinite(data86))){
if(data86 < 0 || isNaN(data86)){
const err166 = {instancePath:instancePath+"/coverage/rules/" + i13+"/exchanges",schemaPath:"#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err166];
}
else {
vErrors.push(err166);
}
errors++;
}
}
}
}
else {
const err167 = {instancePath:instancePath+"/coverage/rules/" + i13,schemaPath:"#/properties/coverage/properties/rules/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err167];
}
else {
vErrors.push(err167);
}
errors++;
}
}
}
else {
const err168 = {instancePath:instancePath+"/coverage/rules",schemaPath:"#/properties/coverage/properties/rules/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err168];
}
else {
vErrors.push(err168);
}
errors++;
}
}
if(data76.undocumented !== undefined){
let data87 = data76.undocumented;
if(Array.isArray(data87)){
const len14 = data87.length;
for(let i14=0; i14<len14; i14++){
let data88 = data87[i14];
if(data88 && typeof data88 == "object" && !Array.isArray(data88)){
if(data88.interface === undefined){
const err169 = {instancePath:instancePath+"/coverage/undocumented/" + i14,schemaPath:"#/properties/coverage/properties/undocumented/items/required",keyword:"required",params:{missingProperty: "interface"},message:"must have required property '"+"interface"+"'"};
if(vErrors === null){
vErrors = [err169];
}
else {
vErrors.push(err169);
}
errors++;
}
if(data88.method === undefined){
const err170 = {instancePath:instancePath+"/coverage/undocumented/" + i14,schemaPath:"#/properties/coverage/properties/undocumented/items/required",keyword:"required",params:{missingProperty: "method"},message:"must have required property '"+"method"+"'"};
if(vErrors === null){
vErrors = [err170];
}
else {
vErrors.push(err170);
}
errors++;
}
if(data88.path === undefined){
const err171 = {instancePath:instancePath+"/coverage/undocumented/" + i14,schemaPath:"#/properties/coverage/properties/undocumented/items/required",keyword:"required",params:{missingProperty: "path"},message:"must have required property '"+"path"+"'"};
if(vErrors === null){
vErrors = [err171];
}
else {
vErrors.push(err171);
}
errors++;
}
if(data88.status === undefined){
const err172 = {instancePath:instancePath+"/coverage/undocumented/" + i14,schemaPath:"#/properties/coverage/properties/undocumented/items/required",keyword:"required",params:{missingProperty: "status"},message:"must have required property '"+"status"+"'"};
if(vErrors === null){
vErrors = [err172];
}
else {
vErrors.push(err172);
}
errors++;
}
if(data88.mediaType === undefined){
const err173 = {instancePath:instancePath+"/coverage/undocumented/" + i14,schemaPath:"#/properties/coverage/properties/undocumented/items/required",keyword:"required",params:{missingProperty: "mediaType"},message:"must have required property '"+"mediaType"+"'"};
if(vErrors === null){
vErrors = [err173];
}
else {
vErrors.push(err173);
}
errors++;
}
if(data88.exchanges === undefined){
const err174 = {instancePath:instancePath+"/coverage/undocumented/" + i14,schemaPath:"#/properties/coverage/properties/undocumented/items/required",keyword:"required",params:{missingProperty: "exchanges"},message:"must have required property '"+"exchanges"+"'"};
if(vErrors === null){
vErrors = [err174];
}
else {
vErrors.push(err174);
}
errors++;
}
for(const key17 in data88){
if(!((((((key17 === "interface") || (key17 === "method")) || (key17 === "path")) || (key17 === "status")) || (key17 === "mediaType")) || (key17 === "exchanges"))){
const err175 = {instancePath:instancePath+"/coverage/undocumented/" + i14,schemaPath:"#/properties/coverage/properties/undocumented/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key17},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err175];
}
else {
vErrors.push(err175);
}
errors++;
}
}
if(data88.interface !== undefined){
let data89 = data88.interface;
if(!((data89 === "kv") || (data89 === "queue"))){
const err176 = {instancePath:instancePath+"/coverage/undocumented/" + i14+"/interface",schemaPath:"#/properties/coverage/properties/undocumented/items/properties/interface/enum",keyword:"enum",params:{allowedValues: schema31.properties.coverage.properties.undocumented.items.properties.interface.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err176];
}
else {
vErrors.push(err176);
}
errors++;
}
}
if(data88.method !== undefined){
if(typeof data88.method !== "string"){
const err177 = {instancePath:instancePath+"/coverage/undocumented/" + i14+"/method",schemaPath:"#/properties/coverage/properties/undocumented/items/properties/method/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err177];
}
else {
vErrors.push(err177);
}
errors++;
}
}
if(data88.path !== undefined){
if(typeof data88.path !== "string"){
const err178 = {instancePath:instancePath+"/coverage/undocumented/" + i14+"/path",schemaPath:"#/properties/coverage/properties/undocumented/items/properties/path/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err178];
}
else {
vErrors.push(err178);
}
errors++;
}
}
if(data88.status !== undefined){
let data92 = data88.status;
if(!(((typeof data92 == "number") && (!(data92 % 1) && !isNaN(data92))) && (isFinite(data92)))){
const err179 = {instancePath:instancePath+"/coverage/undocumented/" + i14+"/status",schemaPath:"#/properties/coverage/properties/undocumented/items/properties/status/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err179];
}
else {
vErrors.push(err179);
}
errors++;
}
}
if(data88.mediaType !== undefined){
if(typeof data88.mediaType !== "string"){
const err180 = {instancePath:instancePath+"/coverage/undocumented/" + i14+"/mediaType",schemaPath:"#/properties/coverage/properties/undocumented/items/properties/mediaType/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err180];
}
else {
vErrors.push(err180);
}
errors++;
}
}
if(data88.exchanges !== undefined){
let data94 = data88.exchanges;
if(!(((typeof data94 == "number") && (!(data94 % 1) && !isNaN(data94))) && (isFinite(data94)))){
const err181 = {instancePath:instancePath+"/coverage/undocumented/" + i14+"/exchanges",schemaPath:"#/$defs/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err181];
}
else {
vErrors.push(err181);
}
errors++;
}
if((typeof data94 == "number") && (isFinite(data94))){
if(data94 < 0 || isNaN(data94)){
const err182 = {instancePath:instancePath+"/coverage/undocumented/" + i14+"/exchanges",schemaPath:"#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err182];
}
else {
vErrors.push(err182);
}
errors++;
}
}
}
}
else {
const err183 = {instancePath:instancePath+"/coverage/undocumented/" + i14,schemaPath:"#/properties/coverage/properties/undocumented/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err183];
}
else {
vErrors.push(err183);
}
errors++;
}
}
}
else {
const err184 = {instancePath:instancePath+"/coverage/undocumented",schemaPath:"#/properties/coverage/properties/undocumented/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err184];
}
else {
vErrors.push(err184);
}
errors++;
}
}
if(data76.unjudged !== undefined){
let data95 = data76.unjudged;
if(Array.isArray(data95)){
const len15 = data95.length;
for(let i15=0; i15<len15; i15++){
let data96 = data95[i15];
if(data96 && typeof data96 == "object" && !Array.isArray(data96)){
if(data96.reason === undefined){
const err185 = {instancePath:instancePath+"/coverage/unjudged/" + i15,schemaPath:"#/properties/coverage/properties/unjudged/items/required",keyword:"required",params:{missingProperty: "reason"},message:"must have required property '"+"reason"+"'"};
if(vErrors === null){
vErrors = [err185];
}
else {
vErrors.push(err185);
}
errors++;
}
if(data96.exchanges === undefined){
const err186 = {instancePath:instancePath+"/coverage/unjudged/" + i15,schemaPath:"#/properties/coverage/properties/unjudged/items/required",keyword:"required",params:{missingProperty: "exchanges"},message:"must have required property '"+"exchanges"+"'"};
if(vErrors === null){
vErrors = [err186];
}
else {
vErrors.push(err186);
}
errors++;
}
for(const key18 in data96){
if(!(((key18 === "reason") || (key18 === "exchanges")) || (key18 === "excused"))){
const err187 = {instancePath:instancePath+"/coverage/unjudged/" + i15,schemaPath:"#/properties/coverage/properties/unjudged/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key18},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err187];
}
else {
vErrors.push(err187);
}
errors++;
}
}
if(data96.reason !== undefined){
if(typeof data96.reason !== "string"){
const err188 = {instancePath:instancePath+"/coverage/unjudged/" + i15+"/reason",schemaPath:"#/properties/coverage/properties/unjudged/items/properties/reason/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err188];
}
else {
vErrors.push(err188);
}
errors++;
}
}
if(data96.exchanges !== undefined){
let data98 = data96.exchanges;
if(!(((typeof data98 == "number") && (!(data98 % 1) && !isNaN(data98))) && (isFinite(data98)))){
const err189 = {instancePath:instancePath+"/coverage/unjudged/" + i15+"/exchanges",schemaPath:"#/$defs/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err189];
}
else {
vErrors.push(err189);
}
errors++;
}
if((typeof data98 == "number") && (isFinite(data98))){
if(data98 < 0 || isNaN(data98)){
const err190 = {instancePath:instancePath+"/coverage/unjudged/" + i15+"/exchanges",schemaPath:"#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err190];
}
else {
vErrors.push(err190);
}
errors++;
}
}
}
if(data96.excused !== undefined){
if(typeof data96.excused !== "boolean"){
const err191 = {instancePath:instancePath+"/coverage/unjudged/" + i15+"/excused",schemaPath:"#/properties/coverage/properties/unjudged/items/properties/excused/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err191];
}
else {
vErrors.push(err191);
}
errors++;
}
}
}
else {
const err192 = {instancePath:instancePath+"/coverage/unjudged/" + i15,schemaPath:"#/properties/coverage/properties/unjudged/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err192];
}
else {
vErrors.push(err192);
}
errors++;
}
}
}
else {
const err193 = {instancePath:instancePath+"/coverage/unjudged",schemaPath:"#/properties/coverage/properties/unjudged/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err193];
}
else {
vErrors.push(err193);
}
errors++;
}
}
}
else {
const err194 = {instancePath:instancePath+"/coverage",schemaPath:"#/properties/coverage/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err194];
}
else {
vErrors.push(err194);
}
errors++;
}
}
if(data.startedAt !== undefined){
if(typeof data.startedAt !== "string"){
const err195 = {instancePath:instancePath+"/startedAt",schemaPath:"#/properties/startedAt/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err195];
}
else {
vErrors.push(err195);
}
errors++;
}
}
if(data.durationMs !== undefined){
let data101 = data.durationMs;
if((typeof data101 == "number") && (isFinite(data101))){
if(data101 < 0 || isNaN(data101)){
const err196 = {instancePath:instancePath+"/durationMs",schemaPath:"#/properties/durationMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err196];
}
else {
vErrors.push(err196);
}
errors++;
}
}
else {
const err197 = {instancePath:instancePath+"/durationMs",schemaPath:"#/properties/durationMs/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err197];
}
else {
vErrors.push(err197);
}
errors++;
}
}
if(data.summary !== undefined){
let data102 = data.summary;
if(data102 && typeof data102 == "object" && !Array.isArray(data102)){
if(data102.passed === undefined){
const err198 = {instancePath:instancePath+"/summary",schemaPath:"#/properties/summary/required",keyword:"required",params:{missingProperty: "passed"},message:"must have required property '"+"passed"+"'"};
if(vErrors === null){
vErrors = [err198];
}
else {
vErrors.push(err198);
}
errors++;
}
if(data102.violated === undefined){
const err199 = {instancePath:instancePath+"/summary",schemaPath:"#/properties/summary/required",keyword:"required",params:{missingProperty: "violated"},message:"must have required property '"+"violated"+"'"};
if(vErrors === null){
vErrors = [err199];
}
else {
vErrors.push(err199);
}
errors++;
}
if(data102.expectedViolations === undefined){
const err200 = {instancePath:instancePath+"/summary",schemaPath:"#/properties/summary/required",keyword:"required",params:{missingProperty: "expectedViolations"},message:"must have required property '"+"expectedViolations"+"'"};
if(vErrors === null){
vErrors = [err200];
}
else {
vErrors.push(err200);
}
errors++;
}
if(data102.blocked === undefined){
const err201 = {instancePath:instancePath+"/summary",schemaPath:"#/properties/summary/required",keyword:"required",params:{missingProperty: "blocked"},message:"must have required property '"+"blocked"+"'"};
if(vErrors === null){
vErrors = [err201];
}
else {
vErrors.push(err201);
}
errors++;
}
if(data102.notApplicable === undefined){
const err202 = {instancePath:instancePath+"/summary",schemaPath:"#/properties/summary/required",keyword:"required",params:{missingProperty: "notApplicable"},message:"must have required property '"+"notApplicable"+"'"};
if(vErrors === null){
vErrors = [err202];
}
else {
vErrors.push(err202);
}
errors++;
}
if(data102.observed === undefined){
const err203 = {instancePath:instancePath+"/summary",schemaPath:"#/properties/summary/required",keyword:"required",params:{missingProperty: "observed"},message:"must have required property '"+"observed"+"'"};
if(vErrors === null){
vErrors = [err203];
}
else {
vErrors.push(err203);
}
errors++;
}
if(data102.harnessErrors === undefined){
const err204 = {instancePath:instancePath+"/summary",schemaPath:"#/properties/summary/required",keyword:"required",params:{missingProperty: "harnessErrors"},message:"must have required property '"+"harnessErrors"+"'"};
if(vErrors === null){
vErrors = [err204];
}
else {
vErrors.push(err204);
}
errors++;
}
for(const key19 in data102){
if(!(((((((key19 === "passed") || (key19 === "violated")) || (key19 === "expectedViolations")) || (key19 === "blocked")) || (key19 === "notApplicable")) || (key19 === "observed")) || (key19 === "harnessErrors"))){
const err205 = {instancePath:instancePath+"/summary",schemaPath:"#/properties/summary/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key19},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err205];
}
else {
vErrors.push(err205);
}
errors++;
}
}
if(data102.passed !== undefined){
let data103 = data102.passed;
if(!(((typeof data103 == "number") && (!(data103 % 1) && !isNaN(data103))) && (isFinite(data103)))){
const err206 = {instancePath:instancePath+"/summary/passed",schemaPath:"#/$defs/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err206];
}
else {
vErrors.push(err206);
}
errors++;
}
if((typeof data103 == "number") && (isFinite(data103))){
if(data103 < 0 || isNaN(data103)){
const err207 = {instancePath:instancePath+"/summary/passed",schemaPath:"#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err207];
}
else {
vErrors.push(err207);
}
errors++;
}
}
}
if(data102.violated !== undefined){
let data104 = data102.violated;
if(!(((typeof data104 == "number") && (!(data104 % 1) && !isNaN(data104))) && (isFinite(data104)))){
const err208 = {instancePath:instancePath+"/summary/violated",schemaPath:"#/$defs/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err208];
}
else {
vErrors.push(err208);
}
errors++;
}
if((typeof data104 == "number") && (isFinite(data104))){
if(data104 < 0 || isNaN(data104)){
const err209 = {instancePath:instancePath+"/summary/violated",schemaPath:"#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err209];
}
else {
vErrors.push(err209);
}
errors++;
}
}
}
if(data102.expectedViolations !== undefined){
let data105 = data102.expectedViolations;
if(!(((typeof data105 == "number") && (!(data105 % 1) && !isNaN(data105))) && (isFinite(data105)))){
const err210 = {instancePath:instancePath+"/summary/expectedViolations",schemaPath:"#/$defs/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err210];
}
else {
vErrors.push(err210);
}
errors++;
}
if((typeof data105 == "number") && (isFinite(data105))){
if(data105 < 0 || isNaN(data105)){
const err211 = {instancePath:instancePath+"/summary/expectedViolations",schemaPath:"#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err211];
}
else {
vErrors.push(err211);
}
errors++;
}
}
}
if(data102.blocked !== undefined){
let data106 = data102.blocked;
if(!(((typeof data106 == "number") && (!(data106 % 1) && !isNaN(data106))) && (isFinite(data106)))){
const err212 = {instancePath:instancePath+"/summary/blocked",schemaPath:"#/$defs/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err212];
}
else {
vErrors.push(err212);
}
errors++;
}
if((typeof data106 == "number") && (isFinite(data106))){
if(data106 < 0 || isNaN(data106)){
const err213 = {instancePath:instancePath+"/summary/blocked",schemaPath:"#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err213];
}
else {
vErrors.push(err213);
}
errors++;
}
}
}
if(data102.notApplicable !== undefined){
let data107 = data102.notApplicable;
if(!(((typeof data107 == "number") && (!(data107 % 1) && !isNaN(data107))) && (isFinite(data107)))){
const err214 = {instancePath:instancePath+"/summary/notApplicable",schemaPath:"#/$defs/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err214];
}
else {
vErrors.push(err214);
}
errors++;
}
if((typeof data107 == "number") && (isFinite(data107))){
if(data107 < 0 || isNaN(data107)){
const err215 = {instancePath:instancePath+"/summary/notApplicable",schemaPath:"#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err215];
}
else {
vErrors.push(err215);
}
errors++;
}
}
}
if(data102.observed !== undefined){
let data108 = data102.observed;
if(!(((typeof data108 == "number") && (!(data108 % 1) && !isNaN(data108))) && (isFinite(data108)))){
const err216 = {instancePath:instancePath+"/summary/observed",schemaPath:"#/$defs/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err216];
}
else {
vErrors.push(err216);
}
errors++;
}
if((typeof data108 == "number") && (isFinite(data108))){
if(data108 < 0 || isNaN(data108)){
const err217 = {instancePath:instancePath+"/summary/observed",schemaPath:"#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err217];
}
else {
vErrors.push(err217);
}
errors++;
}
}
}
if(data102.harnessErrors !== undefined){
let data109 = data102.harnessErrors;
if(!(((typeof data109 == "number") && (!(data109 % 1) && !isNaN(data109))) && (isFinite(data109)))){
const err218 = {instancePath:instancePath+"/summary/harnessErrors",schemaPath:"#/$defs/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err218];
}
else {
vErrors.push(err218);
}
errors++;
}
if((typeof data109 == "number") && (isFinite(data109))){
if(data109 < 0 || isNaN(data109)){
const err219 = {instancePath:instancePath+"/summary/harnessErrors",schemaPath:"#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err219];
}
else {
vErrors.push(err219);
}
errors++;
}
}
}
}
else {
const err220 = {instancePath:instancePath+"/summary",schemaPath:"#/properties/summary/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err220];
}
else {
vErrors.push(err220);
}
errors++;
}
}
if(data.scenarios !== undefined){
let data110 = data.scenarios;
if(Array.isArray(data110)){
const len16 = data110.length;
for(let i16=0; i16<len16; i16++){
if(!(validate23(data110[i16], {instancePath:instancePath+"/scenarios/" + i16,parentData:data110,parentDataProperty:i16,rootData,dynamicAnchors}))){
vErrors = joined(vErrors, validate23.errors);
errors = vErrors.length;
}
}
}
else {
const err221 = {instancePath:instancePath+"/scenarios",schemaPath:"#/properties/scenarios/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err221];
}
else {
vErrors.push(err221);
}
errors++;
}
}
if(data.rules !== undefined){
let data112 = data.rules;
if(Array.isArray(data112)){
const len17 = data112.length;
for(let i17=0; i17<len17; i17++){
if(!(validate32(data112[i17], {instancePath:instancePath+"/rules/" + i17,parentData:data112,parentDataProperty:i17,rootData,dynamicAnchors}))){
vErrors = joined(vErrors, validate32.errors);
errors = vErrors.length;
}
}
}
else {
const err222 = {instancePath:instancePath+"/rules",schemaPath:"#/properties/rules/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err222];
}
else {
vErrors.push(err222);
}
errors++;
}
}
}
else {
const err223 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err223];
}
else {
vErrors.push(err223);
}
errors++;
}
validate20.errors = vErrors;
return errors === 0;
}
validate20.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

function joined(errors, more) {
  if (errors === null) return more
  for (const error of more) errors.push(error)
  return errors
}

export { validateReport }
