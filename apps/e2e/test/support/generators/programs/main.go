package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path"

	halyard "example.com/halyard/client"
	"golang.org/x/oauth2"
)

// done ends the program when a call failed, with what the suite answered.
func done[Answer any](answer Answer, _ *http.Response, err error) Answer {
	if refused, ok := err.(*halyard.GenericOpenAPIError); ok {
		panic(string(refused.Body()))
	}
	if err != nil {
		panic(err)
	}
	return answer
}

// made is the id of what a call created.
func made(response *http.Response, err error) string {
	return path.Base(done(response, response, err).Header.Get("Location"))
}

func balanceAmong(list *halyard.FundingSourceList) string {
	for _, source := range list.Embedded.FundingSources {
		if source.Type == "balance" {
			return source.Links.Self.Href
		}
	}
	panic("no balance")
}

func main() {
	settings := halyard.NewConfiguration()
	settings.Servers = halyard.ServerConfigurations{{URL: os.Getenv("API")}}
	client := halyard.NewAPIClient(settings)
	ctx := context.Background()

	asked := halyard.NewTokenRequest("client_credentials")
	asked.SetClientId(os.Getenv("KEY"))
	asked.SetClientSecret(os.Getenv("SECRET"))
	token := done(client.AuthAPI.CreateToken(ctx).TokenRequest(*asked).Execute())
	ctx = context.WithValue(ctx, halyard.ContextOAuth2, oauth2.StaticTokenSource(&oauth2.Token{AccessToken: token.AccessToken}))

	person := halyard.NewPersonalCustomerRequest(
		"Ada", "Byron", os.Getenv("EMAIL"), "2 Elm St", "Ames", "IA", "50010", "1980-03-04", "personal", "1234")
	create := client.CustomersAPI.CreateCustomer(ctx)
	id := made(create.CreateCustomerRequest(halyard.PersonalCustomerRequestAsCreateCustomerRequest(person)).Execute())
	customer := done(client.CustomersAPI.GetCustomer(ctx, id).Execute())

	sources := client.FundingSourcesAPI
	bank := halyard.NewAddBankRequest("Checking")
	bank.SetRoutingNumber("222222226")
	bank.SetAccountNumber("1234567")
	bank.SetBankAccountType("checking")
	made(sources.CreateCustomerFundingSource(ctx, id).AddBankRequest(*bank).Execute())
	listed := done(sources.ListCustomerFundingSources(ctx, id).Execute())
	own := done(sources.ListAccountFundingSources(ctx, os.Getenv("ACCOUNT")).Execute())

	value := "12.50"
	order := halyard.NewCreateTransferRequest(
		*halyard.NewCreateTransferRequestLinks(
			*halyard.NewCreateTransferRequestLinksSource(balanceAmong(own)),
			*halyard.NewCreateTransferRequestLinksDestination(balanceAmong(listed))),
		*halyard.NewCreateTransferRequestAmount(
			halyard.ChangeAccountSettingsRequestAllOfTransferLimitValue{String: &value}, "USD"))
	transfers := client.TransfersAPI
	ordered := made(transfers.CreateTransfer(ctx).CreateTransferRequest(*order).Execute())
	transfer := done(transfers.GetTransfer(ctx, ordered).Execute())

	said, err := json.Marshal([]any{customer.Status, listed.Total, transfer.Id, transfer.Status, transfer.Amount.Value})
	if err != nil {
		panic(err)
	}
	fmt.Println(string(said))
}
