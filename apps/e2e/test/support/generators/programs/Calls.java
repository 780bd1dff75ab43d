import java.io.FileInputStream;
import java.util.List;
import java.util.UUID;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiResponse;
import org.openapitools.client.JSON;
import org.openapitools.client.api.*;
import org.openapitools.client.model.*;

class Calls {
  static UUID idOf(ApiResponse<Void> made) {
    String location = made.getHeaders().get("location").get(0);
    return UUID.fromString(location.substring(location.lastIndexOf('/') + 1));
  }

  static String balanceAmong(FundingSourceList list) {
    return list.getEmbedded().getFundingSources().stream()
        .filter(source -> source.getType() == FundingSourceType.BALANCE)
        .findFirst().orElseThrow().getLinks().getSelf().getHref().toString();
  }

  public static void main(String[] args) throws Exception {
    ApiClient client = new ApiClient().setBasePath(System.getenv("API"));
    client.setSslCaCert(new FileInputStream(System.getenv("CA")));
    Token token = new AuthApi(client).createToken(new TokenRequest()
        .grantType(TokenRequest.GrantTypeEnum.CLIENT_CREDENTIALS)
        .clientId(System.getenv("KEY"))
        .clientSecret(System.getenv("SECRET")));
    client.setAccessToken(token.getAccessToken());

    CustomersApi customers = new CustomersApi(client);
    PersonalCustomerRequest person = new PersonalCustomerRequest()
        .firstName("Ada")
        .lastName("Byron")
        .email(System.getenv("EMAIL"))
        .address1("2 Elm St")
        .city("Ames")
        .state(UsState.US_STATE_IA)
        .postalCode("50010")
        .dateOfBirth("1980-03-04")
        .type(PersonalCustomerRequest.TypeEnum.PERSONAL)
        .ssn("1234");
    UUID id = idOf(customers.createCustomerWithHttpInfo(new CreateCustomerRequest(person), null));
    Customer customer = customers.getCustomer(id, null);

    FundingSourcesApi sources = new FundingSourcesApi(client);
    sources.createCustomerFundingSource(id, new AddBankRequest()
        .routingNumber("222222226")
        .accountNumber("1234567")
        .bankAccountType(BankAccountType.CHECKING)
        .name("Checking"), null);
    FundingSourceList listed = sources.listCustomerFundingSources(id, null, null);
    FundingSourceList own = sources.listAccountFundingSources(UUID.fromString(System.getenv("ACCOUNT")), null, null);

    TransfersApi transfers = new TransfersApi(client);
    CreateTransferRequest order = new CreateTransferRequest()
        .links(new CreateTransferRequestLinks()
            .source(new CreateTransferRequestLinksSource().href(balanceAmong(own)))
            .destination(new CreateTransferRequestLinksDestination().href(balanceAmong(listed))))
        .amount(new CreateTransferRequestAmount()
            .value(new ChangeAccountSettingsRequestAllOfTransferLimitValue("12.50"))
            .currency(CreateTransferRequestAmount.CurrencyEnum.USD));
    Transfer transfer = transfers.getTransfer(idOf(transfers.createTransferWithHttpInfo(order, null)), null);
    System.out.println(JSON.getGson().toJson(List.of(
        customer.getStatus(), listed.getTotal(), transfer.getId(), transfer.getStatus(), transfer.getAmount().getValue())));
  }
}
